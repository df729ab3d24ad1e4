// model.js: the trace as the page uses it: columns decoded, versions replayed, repeated steps found.
const READS = 1, WRITES = 2, NEEDS = 4, ADDS = 8, RECEIVES = 16;

function shortPlace(file, line) {
  return `${file.split('/').pop()}:${line}`;
}

const LABELS = {halos: 'halo transfer', copy: 'copy of a dataset', keep: 'values saved', cut: 'values from outside', store: 'derivative stored',
                external: 'external function'};

function decodeSites(raw) {
  return raw.map(([what, name, file, line], id) => ({
    id, what, file, line, place: shortPlace(file, line),
    label: what === 'loop' ? name : LABELS[what] ?? `${what} ${name}`,
    runs: 0, forward: 0, reverse: 0, kept: 0, norm: 0, recorded: 0, faults: [],
  }));
}

/// Datasets of one name on several blocks are told apart by the block.
function decodeData(raw) {
  const count = new Map();
  for (const [name] of raw) count.set(name, (count.get(name) || 0) + 1);
  return raw.map(([name, block, bytes], id) => ({id, bytes, label: count.get(name) > 1 && block ? `${name} (${block})` : name}));
}

function decodeHappenings(raw, sites) {
  return raw.kind.map((kind, index) => {
    const [site, range, args] = raw.kinds[kind];  // shared by all of this kind
    return {
      index, site: sites[site], range, args, recorded: raw.recorded[index] === 1, forward: raw.forward[index], reverse: raw.reverse[index],
      norm: Number(raw.norm[index]), kept: [], keptBytes: 0, uses: [], faults: [],
    };
  });
}

/// Whether a write leaves nothing of another. Halo transfers do not tell their ranges.
function covers(writer, other) {
  if (writer.args === other.args && writer.site === other.site && String(writer.range) === String(other.range)) return true;
  if (writer.site.what === 'halos') return false;
  return writer.range.every((end, i) => (i % 2 ? end >= (other.range[i] ?? Infinity) : end <= (other.range[i] ?? -Infinity)));
}

/// Every write makes the next version of its datum. A use knows who wrote what it reads (a loop, then others in parts), and a write
/// who reads it.
function replay(happenings, data) {
  const writers = data.map(() => []), version = data.map(() => 0);
  for (const h of happenings)
    for (const [datum, use] of h.args) {
      const entry = {datum: data[datum], use, before: version[datum], after: 0, from: [], readers: [], by: h};
      if (use & READS) {
        entry.from = writers[datum].map((w) => w.by);
        for (const writer of writers[datum]) writer.readers.push(h);
      }
      if (use & WRITES) {
        entry.after = ++version[datum];
        writers[datum] = [...writers[datum].filter((w) => !covers(h, w.by)), entry];
      }
      h.uses.push(entry);
    }
}

function larger(a, b) {
  return Number.isNaN(a) || a > b ? a : b;
}

function addUp(model) {
  for (const h of model.happenings) {
    const s = h.site;
    s.runs += 1;
    s.recorded += h.recorded ? 1 : 0;
    s.forward += h.forward;
    s.reverse += h.reverse;
    s.kept += h.keptBytes;
    s.norm = larger(s.norm, h.norm);
    s.faults.push(...h.faults);
  }
}

/// The stretch of `sites` from `first` to `end` that repeats itself longest; the shortest block of nearly equal ones.
function longestRepeat(sites, first, end) {
  let best = null;
  for (let length = 1; 2 * length <= end - first && length <= 4000; ++length) {
    let start = first;
    for (let at = first + length; at <= end; ++at) {
      if (at < end && sites[at] === sites[at - length]) continue;
      const repeats = Math.floor((at - start) / length);
      const better = repeats > 1 && (!best || repeats * length > 1.02 * best.length * best.repeats);
      if (better) best = {start, length, repeats, slack: (at - start) % length};
      start = at - length + 1;
    }
  }
  return best;
}

/// Where a block begins is a guess: with something that it has only once.
function phase(sites, {start, length, slack}) {
  for (let shift = 0; shift <= slack; ++shift) {
    const block = sites.slice(start + shift, start + shift + length);
    if (block.indexOf(block[0], 1) < 0) return start + shift;
  }
  return start;
}

function foldByRepetition(sites, first, end) {
  if (first >= end) return [];
  const repeat = longestRepeat(sites, first, end);
  if (!repeat || repeat.length * repeat.repeats < 4) return [{first, length: end - first, repeats: 1}];
  const from = phase(sites, repeat), to = from + repeat.length * repeat.repeats;
  const steps = {first: from, length: repeat.length, repeats: repeat.repeats};
  return [...foldByRepetition(sites, first, from), steps, ...foldByRepetition(sites, to, end)];
}

/// The last of the marked steps ends where one like it would.
function endOfLast(sites, steps) {
  const first = steps[steps.length - 1];
  for (let i = steps.length - 2; i >= 0; --i) {
    const length = steps[i + 1] - steps[i];
    if (first + length <= sites.length && sites.slice(steps[i], steps[i + 1]).every((s, k) => s === sites[first + k])) return first + length;
  }
  return sites.length;
}

/// Steps that the program marked; kinds of steps may alternate.
function foldByMarks(sites, steps) {
  const ends = [...steps.slice(1), endOfLast(sites, steps)], kinds = new Map();
  const tokens = steps.map((first, i) => {
    const text = sites.slice(first, ends[i]).join();
    if (!kinds.has(text)) kinds.set(text, kinds.size);
    return kinds.get(text);
  });
  const parts = steps[0] > 0 ? [{first: 0, length: steps[0], repeats: 1}] : [], end = ends[ends.length - 1];
  for (const {first, length, repeats} of foldByRepetition(tokens, 0, tokens.length))
    parts.push({first: steps[first], length: ends[first + length - 1] - steps[first], repeats});
  if (end < sites.length) parts.push({first: end, length: sites.length - end, repeats: 1});
  return parts;
}

function fold(happenings, steps) {
  const sites = happenings.map((h) => h.site.id);
  const marks = steps.filter((s, i) => s < sites.length && s !== steps[i - 1]);
  return marks.length > 1 ? foldByMarks(sites, marks) : foldByRepetition(sites, 0, sites.length);
}

function decode(raw) {
  const sites = decodeSites(raw.sites), data = decodeData(raw.data), happenings = decodeHappenings(raw, sites);
  for (const [index, datum, bytes, part] of raw.kept) {
    happenings[index].kept.push({datum: data[datum], bytes, part: part === 1});
    happenings[index].keptBytes += bytes;
  }
  const faults = raw.faults.map((f) => ({...f, happening: happenings[f.happening], datum: data[f.datum]}));
  for (const f of faults) f.happening.faults.push(f);
  const model = {title: raw.title, target: raw.target, nodes: raw.nodes, nodeBytes: raw.nodeBytes, data, sites, happenings, faults};
  replay(happenings, data);
  addUp(model);
  model.parts = fold(happenings, raw.steps);
  return model;
}
