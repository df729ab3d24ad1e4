// draw.js: numbers as text, elements, bars.
function scaled(value, units, step) {
  let unit = 0;
  while (value >= step && unit < units.length - 1) {
    value /= step;
    unit += 1;
  }
  return `${value >= 100 || (unit === 0 && Number.isInteger(value)) ? Math.round(value) : value.toPrecision(value < 1 ? 2 : 3)} ${units[unit]}`;
}
function timeText(microseconds) {
  return microseconds === 0 ? '–' : scaled(microseconds, ['µs', 'ms', 's'], 1000);
}
function bytesText(bytes) {
  return bytes === 0 ? '–' : scaled(bytes, ['B', 'KiB', 'MiB', 'GiB', 'TiB'], 1024);
}
function normText(norm) {
  if (Number.isNaN(norm)) return 'NaN';
  if (norm === 0) return '0';
  if (!Number.isFinite(norm)) return '∞';
  return norm >= 1e-3 && norm < 1e5 ? norm.toPrecision(3) : norm.toExponential(2);
}
function countText(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
function rangeText(range) {
  const axes = [];
  for (let d = 0; d < range.length; d += 2) axes.push(`[${range[d]}, ${range[d + 1]})`);
  return axes.join(' × ');
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}
function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
function byId(id) {
  return document.getElementById(id);
}

/// A table cell with a bar behind its text.
function bar(kind, value, most, text) {
  const part = most > 0 ? Math.min(100, (100 * value) / most) : 0;
  return element('td', {class: `bar ${kind}`}, element('span', {style: `--part: ${part.toFixed(2)}%`}, element('b', {}, text)));
}
function normCell(h) {
  return element('td', {class: 'number'}, h.recorded ? normText(h.norm) : '');
}
function badges(faults) {
  const texts = faults.map((f) => `first ${f.what === 'NaN' ? 'NaN' : 'infinity'}${f.sweep === 'reverse' ? ' in reverse' : ''}`);
  return [...new Set(texts)].map((text) => element('span', {class: 'badge'}, text));
}
function most(items, value) {
  return items.reduce((sum, item) => Math.max(sum, value(item)), 0);
}
function total(items, value) {
  return items.reduce((sum, item) => sum + value(item), 0);
}
