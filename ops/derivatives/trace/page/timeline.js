// timeline.js: the whole run as one picture: times, kept bytes and adjoints, left to right in program order.
const LANES = [
  {name: 'forward', title: 'forward', top: 26, height: 70},
  {name: 'reverse', title: 'reverse', top: 98, height: 70, down: true},
  {name: 'kept', title: 'kept so far', top: 182, height: 48},
  {name: 'norm', title: 'largest adjoint', top: 246, height: 50},
];
const LEFT = 118;

/// Most bars at full height; the few that are far longer are cut off.
function timeScale(happenings) {
  const times = happenings.flatMap((h) => [h.forward, h.reverse]).filter((t) => t > 0).sort((a, b) => a - b);
  if (!times.length) return {top: 1, cut: false};
  const top = times[times.length - 1], usual = 1.5 * times[Math.floor(0.99 * (times.length - 1))];
  return top > 1.5 * usual ? {top: usual, cut: true} : {top, cut: false};
}

function logRange(happenings) {
  const norms = happenings.filter((h) => h.recorded && h.norm > 0 && Number.isFinite(h.norm)).map((h) => Math.log10(h.norm));
  if (!norms.length) return {low: 0, high: 1};
  const low = Math.floor(norms.reduce((a, b) => Math.min(a, b))), high = Math.ceil(norms.reduce((a, b) => Math.max(a, b)));
  return {low, high: high > low ? high : low + 1};
}

class Timeline {
  constructor(page) {
    this.page = page;
    this.canvas = byId('timeline');
    const all = page.model.happenings;
    this.scale = timeScale(all);
    this.norms = logRange(all);
    let sum = 0;
    this.keptSoFar = all.map((h) => (sum += h.keptBytes));
    this.canvas.setAttribute('aria-valuemax', String(all.length - 1));
    this.canvas.addEventListener('pointermove', (e) => page.say(this.at(e)));
    this.canvas.addEventListener('pointerleave', () => page.say(page.chosen));
    this.canvas.addEventListener('click', (e) => page.choose(this.at(e), false));
    this.canvas.addEventListener('keydown', (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  get count() { return this.page.model.happenings.length; }
  x(index) { return LEFT + ((this.width - LEFT) * index) / this.count; }
  at(event) {
    const x = event.clientX - this.canvas.getBoundingClientRect().left;
    return Math.max(0, Math.min(this.count - 1, Math.floor(((x - LEFT) / (this.width - LEFT)) * this.count)));
  }

  key(event) {
    const step = this.page.partOf(this.page.chosen ?? 0).length;
    const moves = {ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: -step, PageDown: step, Home: -this.count, End: this.count};
    if (!(event.key in moves)) return;
    event.preventDefault();
    const from = this.page.chosen ?? 0;
    this.page.choose(Math.max(0, Math.min(this.count - 1, from + moves[event.key])), false);
  }

  draw() {
    const ratio = window.devicePixelRatio || 1, box = this.canvas.getBoundingClientRect();
    this.width = box.width;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.pen = this.canvas.getContext('2d');
    this.pen.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    this.color = (name) => style.getPropertyValue(`--${name}`).trim();
    this.pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    this.drawParts();
    this.drawTimes();
    this.drawKept();
    this.drawNorms();
    this.drawLabels();
    this.drawMarks();
  }

  drawParts() {
    const {pen} = this;
    for (const part of this.page.model.parts) {
      const from = this.x(part.first), to = this.x(part.first + part.length * part.repeats);
      pen.fillStyle = this.color('panel');
      const each = (to - from) / part.repeats, group = Math.max(1, Math.ceil(4 / each));
      if (part.repeats > 1)
        for (let r = 0; r < part.repeats; r += 2 * group) pen.fillRect(from + r * each, 22, Math.min(group * each, to - from - r * each), 276);
      pen.fillStyle = this.color('line');
      pen.fillRect(from, 20, 1, 278);
      const text = part.repeats > 1 ? `${part.repeats} × ${countText(part.length, 'event')}` : countText(part.length, 'event');
      pen.fillStyle = this.color('soft');
      if (pen.measureText(text).width < to - from - 6) pen.fillText(text, from + 4, 14);
    }
  }

  /// One bar per pixel: the longest of the happenings that share it.
  columns(value) {
    const wide = Math.max(1, Math.floor(this.width - LEFT)), all = this.page.model.happenings, gap = all.length * 4 < wide ? 1 : 0;
    const tops = new Float64Array(wide), chosen = new Float64Array(wide);
    for (const h of all) {
      const first = Math.floor((h.index * wide) / all.length), end = Math.max(first + 1, Math.floor(((h.index + 1) * wide) / all.length) - gap);
      const v = value(h);
      for (let c = first; c < end && c < wide; ++c) {
        tops[c] = Math.max(tops[c], v);
        if (h.site === this.page.site) chosen[c] = Math.max(chosen[c], v);
      }
    }
    return {tops, chosen};
  }

  bars(lane, heights, tone) {
    this.pen.fillStyle = tone;
    heights.forEach((v, c) => {
      const height = Math.min(1, v / this.scale.top) * lane.height;
      if (height > 0) this.pen.fillRect(LEFT + c, lane.down ? lane.top : lane.top + lane.height - height, 1, height);
    });
  }

  drawTimes() {
    for (const lane of LANES.slice(0, 2)) {
      const {tops, chosen} = this.columns((h) => h[lane.name]);
      this.pen.globalAlpha = this.page.site ? 0.3 : 0.85;
      this.bars(lane, tops, this.color(lane.name));
      this.pen.globalAlpha = 1;
      if (this.page.site) this.bars(lane, chosen, this.color(lane.name));
    }
    this.pen.fillStyle = this.color('line');
    this.pen.fillRect(LEFT, 96.5, this.width - LEFT, 1);
  }

  drawKept() {
    const {pen} = this, lane = LANES[2], sum = this.keptSoFar[this.count - 1];
    const bottom = lane.top + lane.height;
    pen.fillStyle = this.color('line');
    pen.fillRect(LEFT, bottom, this.width - LEFT, 1);
    if (!sum) return;
    pen.beginPath();
    pen.moveTo(LEFT, bottom);
    this.keptSoFar.forEach((k, i) => {
      pen.lineTo(this.x(i), bottom - (lane.height * k) / sum);
      pen.lineTo(this.x(i + 1), bottom - (lane.height * k) / sum);
    });
    pen.lineTo(this.width, bottom);
    pen.closePath();
    pen.globalAlpha = 0.35;
    pen.fillStyle = this.color('kept');
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = this.color('kept');
    pen.stroke();
  }

  drawNorms() {
    const {pen, norms} = this, lane = LANES[3], size = this.count > 400 ? 1.2 : 2.2;
    pen.fillStyle = this.color('line');
    pen.fillRect(LEFT, lane.top + lane.height, this.width - LEFT, 1);
    for (const h of this.page.model.happenings) {
      if (!h.recorded || h.norm === 0) continue;
      const finite = Number.isFinite(h.norm);
      const height = finite ? (Math.log10(h.norm) - norms.low) / (norms.high - norms.low) : 1;
      pen.globalAlpha = this.page.site && this.page.site !== h.site ? 0.25 : 1;
      pen.fillStyle = this.color(finite ? 'norm' : 'fault');
      const x = (this.x(h.index) + this.x(h.index + 1)) / 2, y = lane.top + lane.height * (1 - height);
      if (finite) {
        pen.beginPath();
        pen.arc(x, y, size, 0, 7);
        pen.fill();
      } else {
        pen.fillRect(x - 1, lane.top - 4, 2, 8);
      }
    }
    pen.globalAlpha = 1;
  }

  drawLabels() {
    const {pen} = this, sum = this.keptSoFar[this.count - 1];
    const notes = [`${this.scale.cut ? 'cut at' : 'up to'} ${timeText(this.scale.top)}`, 'same scale', sum ? bytesText(sum) : 'nothing',
                   `1e${this.norms.low} … 1e${this.norms.high}`];
    LANES.forEach((lane, i) => {
      pen.fillStyle = this.color(lane.name);
      pen.fillText(lane.title, 0, lane.top + lane.height / 2 - 2);
      pen.fillStyle = this.color('soft');
      pen.fillText(notes[i], 0, lane.top + lane.height / 2 + 13);
    });
  }

  /// @param row  of its text, so that neighbours do not cover each other
  mark(index, tone, width, text, row = 0) {
    const {pen} = this, x = (this.x(index) + this.x(index + 1)) / 2;
    pen.fillStyle = this.color(tone);
    pen.fillRect(x - width / 2, 20, width, 278);
    if (!text) return;
    const wide = pen.measureText(text).width + 10, left = Math.max(LEFT, Math.min(this.width - wide, x - wide / 2));
    pen.fillRect(left, 170 - 18 * row, wide, 17);
    pen.fillStyle = this.color('paper');
    pen.fillText(text, left + 5, 183 - 18 * row);
  }

  drawMarks() {
    const {chosen, model} = this.page;
    if (chosen !== null) this.mark(chosen, 'ring', 2, '');
    model.faults.forEach((f, row) => this.mark(f.happening.index, 'fault', 2, `first ${f.what === 'NaN' ? 'NaN' : '∞'}`, row));
  }
}
