// docs/site/scorer.js: the order of results of the site's search. Sphinx puts this file into searchtools.js.
// A function or type of exactly that name comes first, then the guide and the recipes, then the reference; developers' pages come last.
var Scorer = {
  places: [
    [/^(index$|guide\/|recipes\/)/, 100],
    [/^(reference\/|adjoint$|performance$|files$|fault_tolerance$|glossary$|is_this_for_me$)/, 50],
    [/^(adr\/|architecture$|extending$|contributing$|changelog$|perf$)/, -100],
  ],
  score: ([page, title, anchor, description, score]) => {
    const place = Scorer.places.find(([pattern]) => pattern.test(page));
    const named = description && score >= Scorer.objNameMatch + Scorer.objPrio[1];
    return score + (place ? place[1] : 0) + (named ? 100 : 0);
  },

  // Sphinx's own values.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
