/**
 * Requests for load clients, described in a few words so that thousands of requests need not cross a process border.
 * Guarantees: the same words give the same requests; every horse is one that the interface lists.
 */
import { LISTED } from '../phenotypes/listed-space.js'
import { oneOf, seeded, type Random } from '../phenotypes/random-horse.js'
import type { Ask } from './ask.js'

export type Questions =
  | { readonly kind: 'asks'; readonly asks: readonly Ask[] }
  | {
      readonly kind: 'coats'
      readonly form: 'json' | 'brackets'
      readonly seed: number
      readonly count: number
    }
  | { readonly kind: 'crosses'; readonly seed: number; readonly count: number }

type Genes = Readonly<Record<string, readonly string[]>>

export interface Horse {
  readonly base: Genes
  readonly others: Genes
}

type Gene = keyof typeof LISTED

const BASE: readonly Gene[] = ['agouti', 'extension']
const OTHERS = (Object.keys(LISTED) as readonly Gene[]).filter((gene) => !BASE.includes(gene))

export function questionsOf(questions: Questions): readonly Ask[] {
  if (questions.kind === 'asks') return questions.asks
  const random = seeded(questions.seed)
  return Array.from({ length: questions.count }, () =>
    questions.kind === 'coats'
      ? { path: '/coats/result', body: coatBody(anyHorse(random), questions.form) }
      : { path: '/coats/generateChild', body: crossBody(likelyHorse(random), likelyHorse(random)) },
  )
}

/** Any horse of the listed space, each further gene named one time in two. */
function anyHorse(random: Random): Horse {
  const alleles = (gene: Gene): readonly string[] => oneOf<readonly string[]>(random, LISTED[gene])
  return {
    base: Object.fromEntries(BASE.map((gene) => [gene, alleles(gene)])),
    others: Object.fromEntries(OTHERS.filter(() => random() < 0.5).map((gene) => [gene, alleles(gene)])),
  }
}

/** A horse as breeders have them: most further genes wild type, half of the carriers with one copy. */
export function likelyHorse(random: Random): Horse {
  const others = OTHERS.flatMap((gene) => {
    const pairs: readonly (readonly string[])[] = LISTED[gene]
    return random() < 0.3 ? [[gene, oneOf(random, pairs)] as const] : []
  })
  return {
    base: Object.fromEntries(BASE.map((gene) => [gene, oneOf<readonly string[]>(random, LISTED[gene])])),
    others: Object.fromEntries(others),
  }
}

function coatBody(horse: Horse, form: 'json' | 'brackets'): string {
  const fields = (['base', 'others'] as const).flatMap((group): readonly (readonly [string, string])[] =>
    form === 'json'
      ? [[group, JSON.stringify(horse[group])]]
      : Object.entries(horse[group]).flatMap(([gene, alleles]) =>
          alleles.map((allele) => [`${group}[${gene}][]`, allele] as const),
        ),
  )
  const sent = new URLSearchParams({ lang: 'en' })
  for (const [name, value] of fields) sent.append(name, value)
  return sent.toString()
}

export function crossBody(mother: Horse, father: Horse, more: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({
    mother: JSON.stringify(mother),
    father: JSON.stringify(father),
    lang: 'en',
    ...more,
  }).toString()
}

/** The cross of the nine listed genes with the most foals: 46 656. */
const WORST_MARE: Horse = {
  base: { extension: ['E', 'e'], agouti: ['A', 'a'] },
  others: {
    matp: ['Cr', 'Prl'],
    dun: ['D', 'nd1'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'DW20'],
    lp: ['Lp', 'n'],
  },
}
const WORST_STALLION: Horse = {
  ...WORST_MARE,
  others: { ...WORST_MARE.others, matp: ['Cr', 'n'], dun: ['D', 'nd2'], kit: ['Rn', 'SB1'] },
}
export function worstCross(more: Readonly<Record<string, string>> = {}): Ask {
  return {
    path: '/coats/generateChild',
    body: crossBody(WORST_MARE, WORST_STALLION, { lang: 'fr', ...more }),
  }
}
