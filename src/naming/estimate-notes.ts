/**
 * Notes of answers that stand on what is not known, by code.
 * Leaves to others: which of them an answer has (operations/infer/grounds.ts), their words in a language (locales/).
 */

/** What is said of answers that stand on what is not known; told in English, as errors are, where a language does not word it. */
export const ESTIMATE_NOTES: Readonly<Record<string, string>> = {
  'estimate-population': 'Estimated with the frequencies of {alleles}.',
  'estimate-own-figures': 'Estimated with the frequencies that were sent.',
  'estimate-convention':
    'Assumption, not based on measured frequencies: {alleles} equally likely, other untested genes absent.',
  'estimate-convention-absent': 'Assumption, not based on measured frequencies: other untested genes absent.',
  'estimate-hardy-weinberg':
    'Founders are taken to have copies independent of each other (Hardy–Weinberg, linkage equilibrium).',
  'estimate-figures-missing':
    'The population has figures for these alleles only, and others count as absent: {alleles}.',
  'estimate-certain': 'Certain only as far as alleles without a figure, or with 0, are absent: {alleles}.',
  'estimate-exact-figures':
    'Figures without an interval are taken as exact, so that no band shows their error: {alleles}.',
  'estimate-no-intervals':
    'The source says not how far off these figures may be, so bands take them from 0 to 1: {alleles}.',
  'estimate-unheard-of':
    'The population has no figure for these, or 0; the facts say that they are there: {alleles}.',
  'estimate-untested': 'Left out and not tested, so taken as unknown: {alleles}.',
  'estimate-untested-wild-type':
    'Left out, and taken as wild type since nothing tells how frequent they are: {alleles}.',
  'estimate-bounds': 'Without a population: the least and the greatest share that each coat can have.',
  'estimate-bounds-relatives': 'Relatives only rule genotypes out, so that the true bounds may be narrower.',
  'estimate-phase':
    'Where it is not known which alleles lie together, either way counts half; bounds do not vary it: {alleles}.',
  'estimate-cis':
    'Of {alleles}, an unknown copy is a single variant, the wild type, or a combination that the question or the population names.',
  'estimate-look-alikes': 'What was seen may also be something that looks like it: {alleles}.',
  'estimate-look-alikes-uncounted':
    'How often this happens was never counted, so each possibility weighs the same, and nothing that rests on it is certain: {alleles}.',
}
