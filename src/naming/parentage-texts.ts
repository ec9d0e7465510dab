/**
 * What answers about a parentage say, by code; in English, as errors are, where a language does not word it.
 * Leaves to others: which of them an answer has (operations/check-parentage/), the texts in a language (`notes` in locales/).
 */
export const PARENTAGE_TEXTS: Readonly<Record<string, string>> = {
  'parentage-excludes':
    'A coat can exclude a parentage; it never proves one, because other animals fit as well. Records and laboratories make mistakes too: a parentage test with DNA markers decides.',
  'parentage-mother':
    'A mother hands on one of her two copies of {alleles}, and by these facts no copy of hers is one that the offspring has.',
  'parentage-father':
    'A father hands on one of his copies of {alleles}, and by these facts no copy of his is one that the offspring has.',
  'parentage-pair':
    'The offspring has one copy of {alleles} from each parent. By these facts either parent alone could fit, but not both together.',
  'parentage-mother-genes':
    'No single gene shows it, but {alleles} together do: by these facts no genotype of the mother gives such an offspring.',
  'parentage-father-genes':
    'No single gene shows it, but {alleles} together do: by these facts no genotype of the father gives such an offspring.',
  'parentage-pair-genes':
    'No single gene shows it, but {alleles} together do: by these facts no genotypes of both parents give such an offspring.',
  'parentage-new-mutation':
    'It is possible if {alleles} is new in the offspring; such new mutations are known.',
  'parentage-mistaken': 'It is possible if an observed coat was mistaken for one that looks like it.',
  'parentage-mistaken-and-new':
    'It is possible if an observed coat was mistaken for one that looks like it and a variant is new in the offspring.',
  'parentage-ratio':
    'likelihood_ratio says how many times more probable the facts about the offspring are with these parents than with unrelated animals of the population, by the frequencies of {alleles}.',
  'parentage-no-ratio':
    'There is no likelihood_ratio: it needs measured frequencies of the genes in question, and a parentage that is neither excluded nor unlikely.',
  'parentage-untested':
    'Untested genes were taken as wild type if no animal names them and no observed coat speaks of them.',
  'parentage-not-minimal': 'Some of these facts may be unnecessary: to find out takes too long.',
}
