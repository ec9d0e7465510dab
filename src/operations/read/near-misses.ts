/**
 * What a client most likely meant by a word or an array that was refused, as a question or a pointer, never a guess
 * that is acted upon.
 * Guarantees: genes are also known by their symbols, common names and alleles; an allele is only likened to one with
 * the same digits, since W5 and W51 are no slips of each other; an array that is offered is accepted as it stands.
 * Leaves to others: how near words may be (common/nearest.ts).
 */
import type { Model, ModelLocus } from '../../model/model.js'
import { canonicalSpellings, expectedOf, readAlleles } from '../../model/phenotype/read-alleles.js'
import { isInSmallLetters, nearest, suggestion } from '../../common/nearest.js'
import { UNPHASED } from '../../rules/notation.js'
import { fromJsonText, isObject, type Fields } from './decode-fields.js'
import { geneMeant, genesPerhaps, homesOf } from './genes-meant.js'
import { foldedName, synonymOf } from './known-fields.js'

/** Longer texts are quoted in part, and not searched for alleles. */
const LONGEST_QUOTED = 40
export const LONGEST_SEARCHED = 200
/** A gene with more alleles points to `details.expected`. */
const MAX_LISTED = 12

/** A value as a sentence can hold it. */
export function quoted(value: unknown): string {
  if (typeof value === 'string' && value !== '')
    return JSON.stringify(value.length > LONGEST_QUOTED ? `${value.slice(0, LONGEST_QUOTED)}…` : value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'an array'
  return value === '' ? 'an empty text' : value === null ? 'null' : 'an object'
}

/** Ends a sentence on what was sent with what may be meant. @param otherwise where nothing is near */
export function didYouMean(near: string | undefined, otherwise = ''): string {
  return near === undefined ? otherwise : `: did you mean ${near}?`
}

/** Continues "Unknown gene at …". */
export function unknownGeneHint(model: Model, gene: string, group: ModelLocus['group']): string {
  const meant = geneMeant(model, gene)
  if (meant === undefined) {
    const perhaps = genesPerhaps(model, gene).map((locus) => `${locus.group}.${locus.key}`)
    return perhaps.length > 0
      ? `did you mean ${perhaps.join(' or ')}?`
      : suggestion(gene, genesOf(model, group))
  }
  const isAllele = meant.spellings.has(gene)
  const what = isAllele ? `${gene} is an allele of ${meant.key}` : `did you mean ${meant.key}`
  const where = meant.group === group ? '' : `, which belongs in ${meant.group}`
  return `${what}${where}${isAllele ? `: write it in the array of ${meant.group}.${meant.key}` : '?'}`
}

/** The keys of a group's genes, in manifest order. */
function genesOf({ loci }: Pick<Model, 'loci'>, group: ModelLocus['group']): readonly string[] {
  return loci.filter((locus) => locus.group === group).map(({ key }) => key)
}

/** Of many names only the first are compared. */
const MAX_COMPARED = 16

const PARENTS = ['mother', 'father']
const FIELDS = ['base', 'others', ...PARENTS]

/** Continues "… is required". @param holder what stands where `name` should */
export function insteadOf(name: string, holder: Fields): string {
  const sent = Object.keys(holder)
  const encoded = sent.find((word) => word.toLowerCase().startsWith(`${name}%5b`))
  if (encoded !== undefined)
    return `; the brackets of ${quoted(encoded)} are percent-encoded twice: encode them once`
  const dotted = sent.find((word) => word.startsWith(`${name}.`))
  if (dotted !== undefined) {
    const [first, ...rest] = dotted.split('.')
    return `; ${quoted(dotted)} was sent: did you mean ${first}${rest.map((each) => `[${each}]`).join('')}[]?`
  }
  const slip = sent.find(
    (word) => !FIELDS.includes(word) && (synonymOf(word) === name || nearest(word, FIELDS) === name),
  )
  if (slip !== undefined) return `; ${quoted(slip)} was sent${didYouMean(name)}`
  const wrapper = sent.slice(0, MAX_COMPARED).find((word) => {
    const inside = PARENTS.includes(word) ? undefined : fromJsonText(holder[word])
    return isObject(inside) && Object.hasOwn(inside, name)
  })
  return wrapper === undefined ? '' : `; it was sent inside ${quoted(wrapper)}: send it outside of it`
}

/** The same for a gene. @param own what its group holds @param other what the other one does */
export function geneInstead(
  model: Model,
  locus: ModelLocus,
  own: readonly string[],
  other: readonly string[],
): string {
  const elsewhere = locus.group === 'base' ? 'others' : 'base'
  if (other.includes(locus.key)) return `; it was sent in ${elsewhere}`
  const slipIn = (sent: readonly string[]): string | undefined =>
    sent
      .filter((word) => !model.loci.some(({ key }) => key === word))
      .slice(0, MAX_COMPARED)
      .find((word) => geneMeant({ loci: [locus] }, word) !== undefined)
  const slip = slipIn(own)
  if (slip !== undefined) return `; ${quoted(slip)} was sent${didYouMean(locus.key)}`
  const far = slipIn(other)
  if (far === undefined) return `, an array of alleles${such(locus)}`
  return `; ${quoted(far)} was sent in ${elsewhere}${didYouMean(`${locus.group}.${locus.key}`)}`
}

/** A genotype of the gene, to be copied. */
export function such(locus: ModelLocus): string {
  return ` such as ${JSON.stringify([expectedOf(locus)[0]].flat())}`
}

/** The same for `base`, whose genes may also stand beside it. */
export function missingBaseHint(model: Model, holder: Fields, prefix: string): string {
  const genes = genesOf(model, 'base').filter((key) => Object.hasOwn(holder, key))
  if (genes.length === 0) return insteadOf('base', holder)
  return `; ${genes.join(', ')} stood outside of it: put them into ${prefix}base`
}

/** How other papers write a copy that is not known, beside the words of the rules. */
const NOT_KNOWN = /^[-_.*]?$/

/** Whether the word says that a gene was not tested. */
export function isUntested({ source }: Model, word: string): boolean {
  const folded = foldedName(word)
  return NOT_KNOWN.test(word) || (source.manifest.untested ?? []).some((each) => foldedName(each) === folded)
}

/** Continues "… is no allele of it". */
export function strangerHint(model: Model, locus: ModelLocus, name: unknown): string {
  const all = canonicalSpellings(locus)
  const list =
    all.length > MAX_LISTED ? 'its alleles stand in details.expected' : `its alleles are ${all.join(', ')}`
  const List = list.replace(/^./, (c) => c.toUpperCase())
  if (name === null || (typeof name === 'string' && isUntested(model, name)))
    return `: did you mean "?", which says that it is not known? ${List}`
  if (typeof name !== 'string') return `; ${list}`
  const instead = insteadOfAllele(locus, name)
  if (instead !== undefined) return `: ${instead}. ${List}`
  // Letters of other alphabets look alike, and some are not seen at all.
  const odd = /[^ -~]/u.exec(name)?.[0].codePointAt(0)?.toString(16).toUpperCase()
  if (odd !== undefined) return ` because of its letter U+${odd.padStart(4, '0')}; ${list}`
  const homes = homesOf(model.loci, name).filter((home) => home !== locus)
  const either = eitherCase(locus, name)
  const spellings = [...locus.spellings.keys(), ...(locus.cis ? [UNPHASED] : [])]
  const near =
    either ??
    alleleLike(
      name,
      spellings.filter((each) => !isInSmallLetters(name, each)),
    )
  const isCaseAlone = either !== undefined || near?.toLowerCase() === name.toLowerCase()
  if (homes.length > 0 && !isCaseAlone)
    return ` but of ${homes.map(({ key, group }) => `${key} (${group}.${key})`).join(', ')}; ${list}`
  return near === undefined ? `; ${list}` : `${didYouMean(near)} ${List}`
}

/** What to send instead of a spelling that the rules know to be no allele. */
function insteadOfAllele({ source }: ModelLocus, name: string): string | undefined {
  const refused = Object.entries(source.refused ?? {})
  return refused.find(([spelling]) => spelling.toLowerCase() === name.toLowerCase())?.[1]
}

/** What a word in small letters can mean: the allele in capitals, or as often that there is none of it, the wild type. */
function eitherCase({ spellings, alleles, wildType }: ModelLocus, name: string): string | undefined {
  const spelling = [...spellings.keys()].find((each) => isInSmallLetters(name, each))
  const allele = spellings.get(spelling ?? '')
  if (allele === undefined || wildType === null || allele === wildType) return undefined
  return `${alleles[allele] ?? ''}, or ${alleles[wildType] ?? ''} for none of it`
}

/** The spelling nearest to a word that is none, with the same digits. */
export function alleleLike(word: string, spellings: Iterable<string>): string | undefined {
  const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
  const alike = [...spellings].filter((each) => digitsOf(each) === digitsOf(word))
  return nearest(word, alike)
}

/** The alleles of a value that is no array of them: "E/e", ["Ee"], [["E","e"]], {"1":"E","2":"e"}. */
export function allelesMeant(locus: ModelLocus, value: unknown): readonly string[] | undefined {
  const texts = typeof value === 'object' && value !== null ? Object.values(value).flat(2) : [value]
  const text = texts.filter((each) => typeof each === 'string').join(' ')
  if (text.length > LONGEST_SEARCHED) return undefined
  const plain = text.replaceAll(/["'[\]]/g, ' ').trim()
  const spellings = [...locus.spellings.keys()].sort((a, b) => b.length - a.length)
  const readings = [
    plain.split(/[\s,;/|]+/),
    plain.split(/[\s,;/|+]+/),
    // Written together: Ee, CrCr.
    plain.match(new RegExp(spellings.map((each) => each.replaceAll(/\W/g, '\\$&')).join('|'), 'g')) ?? [],
  ]
  return readings.find(
    (each, way) => (way < 2 || each.join('') === plain) && readAlleles(locus, each) !== undefined,
  )
}
