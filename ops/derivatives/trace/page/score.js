// score.js: one part of the program: a row per loop, a column per dataset, and what flows between them.
const ROW = 24, SHOWN = 400;

/// Columns are narrower where there are many.
function pitch(used) {
  return used.size > 16 ? 15 : 20;
}

function usedData(happenings) {
  const used = new Map();
  for (const h of happenings)
    for (const u of h.uses) if (!used.has(u.datum)) used.set(u.datum, used.size);
  return used;
}

/// Rows between which a version is still to be read: `above` and `below` the middle of each row.
function threads(happenings, used) {
  const first = happenings[0].index, above = happenings.map(() => new Set()), below = happenings.map(() => new Set());
  const run = (column, from, to) => {
    for (let r = Math.max(from, 0); r < Math.min(to, happenings.length); ++r) below[r].add(column);
    for (let r = Math.max(from + 1, 0); r <= Math.min(to, happenings.length - 1); ++r) above[r].add(column);
  };
  for (const h of happenings)
    for (const u of h.uses) {
      const column = used.get(u.datum), row = h.index - first;
      if (u.use & READS) run(column, u.from.length ? u.from[0].index - first : -1, row);
      const last = u.readers[u.readers.length - 1];
      if (last && last.index - first >= happenings.length) run(column, row, happenings.length);
    }
  return {above, below};
}

function marker(u, x) {
  const verb = u.use & READS ? (u.use & WRITES ? 'reads and writes' : 'reads') : 'writes';
  const version = u.use & WRITES ? u.after : u.before;
  const title = drawing('title', {}, `${verb} ${u.datum.label}, version ${version}${u.use & NEEDS ? '; the adjoint reads it' : ''}`);
  const parts = [title];
  if (u.use & NEEDS) parts.push(drawing('circle', {class: 'need', cx: x, cy: ROW / 2, r: 7.5}));
  const square = {class: u.use & READS ? 'both' : 'write', x: x - 4.5, y: ROW / 2 - 4.5, width: 9, height: 9, rx: 1};
  if (u.use & WRITES) parts.push(drawing('rect', square));
  if (u.use & READS) parts.push(drawing('circle', {class: u.use & WRITES ? 'pip' : 'read', cx: x, cy: ROW / 2, r: u.use & WRITES ? 2.2 : 4}));
  return drawing('g', {}, ...parts);
}

function flowCell(h, used, above, below) {
  const line = [], step = pitch(used);
  for (const column of above) line.push(`M${(column + 0.5) * step} 0V${ROW / 2}`);
  for (const column of below) line.push(`M${(column + 0.5) * step} ${ROW / 2}V${ROW}`);
  const picture = drawing('svg', {width: used.size * step, height: ROW, 'aria-hidden': 'true'}, drawing('path', {class: 'thread', d: line.join('')}));
  for (const u of h.uses) picture.append(marker(u, (used.get(u.datum) + 0.5) * step));
  return element('td', {class: 'flow'}, picture);
}

function flowHead(used) {
  const longest = most([...used.keys()], (d) => d.label.length), height = Math.min(140, 14 + longest * 6);
  const lean = Math.round(0.6 * height);
  const picture = drawing('svg', {
    class: 'heads', width: used.size * pitch(used) + lean, height, style: `margin-right: -${lean}px`, role: 'img',
    'aria-label': `Datasets: ${[...used.keys()].map((d) => d.label).join(', ')}`,
  });
  for (const [datum, column] of used)
    picture.append(drawing('text', {transform: `translate(${(column + 0.5) * pitch(used) + 3} ${height - 3}) rotate(-60)`}, datum.label));
  return element('th', {scope: 'col'}, picture);
}

function scoreRow(page, h, used, flow, peaks, row) {
  const open = page.chosen === h.index;
  const toggle = () => page.choose(open ? null : h.index, false);
  const name = element('button', {class: 'name', type: 'button', 'aria-expanded': String(open), onclick: toggle}, h.site.label);
  const place = used.size > 16 ? '' : element('span', {class: 'place'}, ` ${h.site.place}`);
  const mark = `${open ? 'chosen' : ''} ${h.faults.length ? 'faulty' : ''} ${h.recorded ? '' : 'quiet'}`;
  return element('tr', {class: mark, id: `at-${h.index}`},
    element('td', {class: 'number quiet'}, String(h.index)),
    element('td', {title: `${h.site.file}:${h.site.line}`}, name, place, ...badges(h.faults)),
    flowCell(h, used, flow.above[row], flow.below[row]),
    bar('forward', h.forward, peaks.time, timeText(h.forward)),
    bar('reverse', h.reverse, peaks.time, h.recorded ? timeText(h.reverse) : 'not recorded'),
    bar('kept', h.keptBytes, peaks.kept, bytesText(h.keptBytes)),
    normCell(h));
}

function showScore(page) {
  const {part, repeat} = page, from = part.first + repeat * part.length;
  const all = page.model.happenings.slice(from, from + part.length);
  const beyond = page.chosen !== null && page.chosen >= from + SHOWN && page.chosen < from + all.length;
  const start = beyond ? Math.floor((page.chosen - from) / SHOWN) * SHOWN : page.window;
  const shown = all.slice(start, start + SHOWN), used = usedData(shown), flow = threads(shown, used);
  const peaks = {kept: most(shown, (h) => h.keptBytes), time: most(shown, (h) => Math.max(h.forward, h.reverse))};
  const heads = ['Forward', 'Reverse', 'Kept'].map((text) => element('th', {scope: 'col'}, text));
  heads.push(element('th', {scope: 'col', class: 'number'}, 'Largest adjoint'));
  const rows = shown.flatMap((h, row) => {
    const line = scoreRow(page, h, used, flow, peaks, row);
    return page.chosen === h.index ? [line, element('tr', {class: 'detail'}, element('td', {colspan: 7}, details(page, h)))] : [line];
  });
  if (all.length > SHOWN) rows.push(moreRow(page, start, all.length));
  byId('score').replaceChildren(
    element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, '#'), element('th', {scope: 'col'}, 'Loop'), flowHead(used), ...heads)),
    element('tbody', {}, ...rows));
}

function moreRow(page, start, count) {
  const next = start + SHOWN < count ? start + SHOWN : 0;
  const go = () => {
    page.chosen = null;
    page.window = next;
    page.show();
  };
  return element('tr', {}, element('td', {colspan: 7},
    `${start} to ${Math.min(start + SHOWN, count)} of ${count}. `,
    element('button', {class: 'jump', type: 'button', onclick: go}, next ? 'show the next' : 'from the start')));
}

function partName(part, index, parts) {
  if (part.repeats > 1) return `${part.repeats} × ${countText(part.length, 'event')}`;
  return `${index === 0 ? 'start: ' : index === parts.length - 1 ? 'end: ' : ''}${countText(part.length, 'event')}`;
}

function showParts(page) {
  const {parts} = page.model;
  const buttons = parts.map((part, index) => element('button', {
    type: 'button', 'aria-pressed': String(part === page.part), onclick: () => page.choosePart(part, part === page.part ? page.repeat : 0),
  }, partName(part, index, parts)));
  byId('parts').replaceChildren(...buttons);
  if (page.part.repeats < 2) return;
  const field = element('input', {type: 'number', min: 1, max: page.part.repeats, value: page.repeat + 1, 'aria-label': 'Which repetition',
    onchange: (e) => page.choosePart(page.part, Math.max(0, Math.min(page.part.repeats - 1, Math.round(Number(e.target.value) || 1) - 1)))});
  byId('parts').append(element('label', {}, 'repetition ', field, ` of ${page.part.repeats}`));
}

function legendIcon(use) {
  return drawing('svg', {width: 20, height: 20, 'aria-hidden': 'true'}, marker({use, datum: {label: ''}, before: 0, after: 0}, 10));
}

function showLegend() {
  const needs = 'its adjoint reads the value, so overwriting it keeps a copy';
  const entries = [[READS, 'reads'], [WRITES, 'writes'], [READS | WRITES, 'both'], [READS | NEEDS, needs]];
  byId('legend').replaceChildren('Down a column the bar joins who wrote a version with who reads it.',
                                 ...entries.flatMap(([use, text]) => [legendIcon(use), text]));
}
