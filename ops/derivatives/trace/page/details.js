// details.js: one happening in full.
function jump(page, h) {
  return element('button', {class: 'jump', type: 'button', onclick: () => page.choose(h.index, true)}, `#${h.index} ${h.site.label}`);
}

function joined(items) {
  return items.flatMap((item, i) => (i ? [', ', item] : [item]));
}

function readLine(page, u) {
  const [first, ...others] = u.from, parts = others.slice(-4).map((h) => jump(page, h));
  const origin = first ? ['written by ', jump(page, first)] : ['as it was at the start'];
  if (parts.length) origin.push(others.length > 4 ? `, in parts by ${others.length - 4} others and ` : ', in parts by ', ...joined(parts));
  const need = u.use & NEEDS ? '; the adjoint reads it' : '';
  return element('li', {}, element('b', {}, u.datum.label), ` version ${u.before}, `, ...origin, need);
}

function writeLine(page, u) {
  const readers = u.readers.slice(0, 6).map((h) => jump(page, h)), more = u.readers.length > 6 ? ` and ${u.readers.length - 6} more` : '';
  const to = readers.length ? ['read by ', ...joined(readers), more] : ['read by nothing'];
  return element('li', {}, element('b', {}, u.datum.label), ` version ${u.after}, `, ...to);
}

function keptLine(k) {
  return element('li', {}, element('b', {}, k.datum.label), ` ${k.part ? 'a part that it overwrites' : 'as it is read here'}, ${bytesText(k.bytes)}`);
}

function block(title, lines) {
  return lines.length ? element('div', {}, element('h3', {}, title), element('ul', {}, ...lines)) : '';
}

function derivativeLines(h) {
  const name = (use) => h.uses.filter((u) => u.use & use).map((u) => u.datum.label).join(', ');
  const lines = [];
  if (name(RECEIVES)) lines.push(element('li', {}, `receives the derivative of ${name(RECEIVES)}; largest entry ${normText(h.norm)}`));
  if (name(ADDS)) lines.push(element('li', {}, `adds to the derivative of ${name(ADDS)}`));
  return lines;
}

function details(page, h) {
  const faults = h.faults.map((f) => element('p', {class: 'fault'}, ...faultText(f)));
  const head = element('p', {}, element('code', {}, `${h.site.file}:${h.site.line}`), h.range.length ? ` over ${rangeText(h.range)}` : '',
                       h.recorded ? '' : '; not recorded: no derivative passes through it');
  return element('div', {id: 'details'}, ...faults, head, element('div', {class: 'columns'},
    block('Reads', h.uses.filter((u) => u.use & READS).map((u) => readLine(page, u))),
    block('Writes', h.uses.filter((u) => u.use & WRITES).map((u) => writeLine(page, u))),
    block('In the reverse sweep', derivativeLines(h)),
    block('Kept', h.kept.map(keptLine))));
}
