// main.js: what is chosen, and who has to show it. `data-state` on the body tells tests and people how it went.
class Page {
  constructor(model) {
    this.model = model;
    this.sort = {key: 'reverse', down: true};
    this.site = null;
    this.allSites = false;
    this.chosen = null;
    this.window = 0;
    const {parts} = model;
    this.part = parts.reduce((a, b) => (b.length * b.repeats > a.length * a.repeats ? b : a));
    this.repeat = this.part.repeats > 2 ? Math.floor(this.part.repeats / 2) : 0;
    this.timeline = new Timeline(this);
  }

  partOf(index) {
    return this.model.parts.find((p) => index < p.first + p.length * p.repeats);
  }

  /// @param visit  also move there
  choose(index, visit) {
    this.chosen = index;
    if (index !== null) {
      this.part = this.partOf(index);
      this.repeat = Math.floor((index - this.part.first) / this.part.length);
      this.window = 0;
    }
    this.show();
    const row = index !== null && byId(`at-${index}`);
    if (visit && row) {
      row.scrollIntoView({block: 'center'});
      row.querySelector('.name').focus({preventScroll: true});
    }
  }

  chooseSite(site) {
    this.site = this.site === site ? null : site;
    showLoops(this);
    this.timeline.draw();
    byId('loops').querySelector(`tr[data-site="${site.id}"] .name`).focus({preventScroll: true});
  }

  choosePart(part, repeat) {
    Object.assign(this, {part, repeat, chosen: null, window: 0});
    this.show();
  }

  say(index) {
    if (index === null) return byId('here').replaceChildren('');
    const h = this.model.happenings[index];
    const text = `#${index} ${h.site.label} (${h.site.place})`;
    const norm = h.recorded ? normText(h.norm) : 'not recorded';
    const numbers = `forward ${timeText(h.forward)}, reverse ${timeText(h.reverse)}, kept ${bytesText(h.keptBytes)}, largest adjoint ${norm}`;
    byId('here').replaceChildren(element('b', {}, text), `  ${numbers}`);
  }

  show() {
    const focused = document.activeElement && document.activeElement.closest('#score tr[id]');
    showParts(this);
    showScore(this);
    this.timeline.draw();
    this.say(this.chosen);
    this.timeline.canvas.setAttribute('aria-valuenow', String(this.chosen ?? 0));
    this.timeline.canvas.setAttribute('aria-valuetext', byId('here').textContent || 'nothing chosen');
    const again = focused && byId(focused.id);
    if (again) again.querySelector('.name').focus({preventScroll: true});
  }
}

function start() {
  const model = decode(JSON.parse(byId('trace').textContent));
  document.title = `Gradient trace: ${model.title}`;
  byId('title').textContent = document.title;
  const loops = model.happenings.filter((h) => h.site.what === 'loop').length;
  const places = model.sites.filter((s) => s.what === 'loop').length;
  byId('subtitle').textContent = `${countText(loops, 'loop')} at ${countText(places, 'place')} of the program, on the target ${model.target}`;
  const page = new Page(model);
  showFaults(page);
  showTiles(model);
  showLoops(page);
  showLegend();
  page.show();
  const asked = /^#(\d+)$/.exec(location.hash);
  if (asked && Number(asked[1]) < model.happenings.length) page.choose(Number(asked[1]), true);
  document.body.dataset.loops = String(loops);
  document.body.dataset.state = 'ready';
}

window.addEventListener('error', (event) => {
  document.body.dataset.state = 'failed';
  byId('faults').prepend(element('p', {class: 'fault'}, `This page could not be drawn: ${event.message}`));
});
start();
