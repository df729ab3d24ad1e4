// overview.js: what the whole trace comes to: faults, sums, and the table of loops.
function faultText(f) {
  const what = f.what === 'NaN' ? 'NaN (not a number)' : 'infinite number';
  const cell = f.cell.length ? ` at cell (${f.cell.join(', ')})` : '';
  const loop = `${f.happening.site.what === 'loop' ? 'loop ' : ''}${f.happening.site.label} (${f.happening.site.place})`;
  if (f.sweep === 'forward') return [`First ${what} among the values: `, `${loop} writes it to ${f.datum.label}${cell}.`];
  const place = `in the derivative of ${f.datum.label}${cell}`;
  return [`First ${what} in the reverse sweep: `,
          f.arrived ? `it arrives at ${loop}, ${place}; look at the seeds.` : `the adjoint of ${loop} makes it, ${place}.`];
}

function showFaults(page) {
  for (const f of page.model.faults) {
    const [head, text] = faultText(f);
    const go = element('button', {class: 'jump', type: 'button', onclick: () => page.choose(f.happening.index, true)}, `show #${f.happening.index}`);
    byId('faults').append(element('p', {class: 'fault', role: 'alert'}, element('b', {}, head), text, ' ', go));
  }
}

function tile(name, value, note) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value, note ? element('small', {}, note) : ''));
}

function showTiles(model) {
  const loops = model.happenings.filter((h) => h.site.what === 'loop'), recorded = loops.filter((h) => h.recorded);
  const forward = total(recorded, (h) => h.forward), reverse = total(model.happenings, (h) => h.reverse);
  const kept = total(model.happenings, (h) => h.keptBytes);
  const skipped = recorded.filter((h) => h.norm === 0).length;
  byId('tiles').append(
    tile('Loops recorded', String(recorded.length), `of ${loops.length} that ran`),
    tile('Adjoints run', String(recorded.length - skipped), `${skipped} skipped`),
    tile('Forward', timeText(forward), 'recorded loops'),
    tile('Reverse', timeText(reverse), forward > 0 ? `${(reverse / forward).toPrecision(3)} × forward` : ''),
    tile('Kept values', kept ? bytesText(kept) : 'none', 'for the reverse sweep'),
    tile('Tape itself', bytesText(model.nodeBytes), countText(model.nodes, 'event')));
}

const COLUMNS = [
  {key: 'label', head: 'Loop', text: true}, {key: 'runs', head: 'Runs'}, {key: 'forward', head: 'Forward'}, {key: 'reverse', head: 'Reverse'},
  {key: 'kept', head: 'Kept'}, {key: 'norm', head: 'Largest adjoint'},
];

function siteRow(page, site, peaks) {
  const choose = element('button', {class: 'name', type: 'button', 'aria-pressed': String(page.site === site), onclick: () => page.chooseSite(site)},
                         site.label);
  const mark = `${page.site === site ? 'chosen' : ''} ${site.faults.length ? 'faulty' : ''} ${site.recorded ? '' : 'quiet'}`;
  return element('tr', {class: mark, 'data-site': site.id},
    element('td', {}, choose, ' ', element('span', {class: 'place', title: `${site.file}:${site.line}`}, site.place), ...badges(site.faults)),
    element('td', {class: 'number'}, String(site.runs)),
    bar('forward', site.forward, peaks.time, timeText(site.forward)),
    bar('reverse', site.reverse, peaks.time, site.recorded ? timeText(site.reverse) : 'not recorded'),
    bar('kept', site.kept, peaks.kept, bytesText(site.kept)),
    element('td', {class: 'number'}, site.recorded ? normText(site.norm) : ''));
}

const FIRST_SITES = 14;  // more are shown when asked for

/// Order of NaN: above everything.
function compare(a, b) {
  if (typeof a === 'string') return a.localeCompare(b);
  return (Number.isNaN(a) ? Infinity : a) - (Number.isNaN(b) ? Infinity : b);
}

function showLoops(page) {
  const {sort, model} = page, sign = sort.down ? -1 : 1;
  const sites = [...model.sites].sort((a, b) => sign * compare(a[sort.key], b[sort.key]) || a.id - b.id);
  const peaks = {time: most(sites, (s) => Math.max(s.forward, s.reverse)), kept: most(sites, (s) => s.kept)};
  const head = COLUMNS.map(({key, head: title, text}) => {
    const chosen = sort.key === key;
    const flip = () => {
      page.sort = {key, down: chosen ? !sort.down : !text};
      showLoops(page);
      byId('loops').querySelector('th[aria-sort] button').focus();
    };
    const order = chosen ? {'aria-sort': sort.down ? 'descending' : 'ascending'} : {};
    const kind = key === 'runs' || key === 'norm' ? 'number' : '';
    return element('th', {scope: 'col', class: kind, ...order}, element('button', {type: 'button', onclick: flip}, title));
  });
  const shown = page.allSites ? sites : sites.filter((s, i) => i < FIRST_SITES || s === page.site || s.faults.length);
  const rows = shown.map((s) => siteRow(page, s, peaks));
  if (sites.length > FIRST_SITES) rows.push(restRow(page, sites.length));
  byId('loops').replaceChildren(element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
}

function restRow(page, count) {
  const flip = () => {
    page.allSites = !page.allSites;
    showLoops(page);
    byId('rest').focus({preventScroll: true});
  };
  const text = page.allSites ? `show the first ${FIRST_SITES}` : `show all ${count}`;
  return element('tr', {}, element('td', {colspan: 6}, element('button', {id: 'rest', class: 'jump', type: 'button', onclick: flip}, text)));
}
