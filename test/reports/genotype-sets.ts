/**
 * The set of genotypes that a gene's notation leaves possible, read by a second reader: that of the service is not used.
 * Guarantees: exact for loci with one allele a copy; where a copy can have several variants, over all that are named.
 */
import type { ModelLocus } from '../../src/model/model.js'

export type Written = readonly string[] | { readonly counts: Readonly<Record<string, number>> }

/** One copy: the alleles that it carries. */
type Copy = ReadonlySet<string>

/** The genotypes, each as a text, among those that `others` lets one tell apart. */
export function genotypesOf(locus: ModelLocus, written: Written, others: Written): ReadonlySet<string> {
  const copies = copiesOf(locus, [written, others])
  const found = new Set<string>()
  copies.forEach((a, i) => {
    if (matchesOne(locus, written, a)) found.add(textOf([a]))
    for (const b of copies.slice(i)) if (matches(locus, written, a, b)) found.add(textOf([a, b]))
  })
  return found
}

function textOf(copies: readonly Copy[]): string {
  return copies
    .map((copy) => [...copy].sort().join('+') || '-')
    .sort()
    .join('/')
}

function copiesOf(locus: ModelLocus, every: readonly Written[]): readonly Copy[] {
  const names = locus.alleles.filter((_, index) => index !== locus.noCopy)
  if (!locus.cis) return names.map((name) => new Set([name]))
  const found = [...new Set(every.flatMap(namesFound))]
  const absent = [...new Set(every.flatMap(namesAbsent))].filter((name) => !found.includes(name))
  const sets: Set<string>[] = []
  for (let bits = 0; bits < 2 ** found.length; bits++) {
    const some = found.filter((_, i) => ((bits >> i) & 1) === 1)
    sets.push(new Set(some), ...absent.map((name) => new Set([...some, name])), new Set([...some, 'another']))
  }
  return sets
}

function canonical(name: string): string {
  return name
}

function namesFound(written: Written): readonly string[] {
  if ('counts' in written)
    return Object.entries(written.counts).flatMap(([name, count]) => (count > 0 ? [name] : []))
  return written.flatMap((item) =>
    item
      .split(/[|&]/)
      .filter((part) => !part.startsWith('!'))
      .flatMap((part) => part.split('+'))
      .filter((name) => !['?', 'n', 'unphased'].includes(name))
      .map(canonical),
  )
}

function namesAbsent(written: Written): readonly string[] {
  if ('counts' in written)
    return Object.entries(written.counts).flatMap(([name, n]) => (n === 0 ? [name] : []))
  return written.flatMap((item) =>
    item
      .split(/[|&]/)
      .filter((part) => part.startsWith('!'))
      .map((part) => part.slice(1)),
  )
}

function matchesOne(locus: ModelLocus, written: Written, copy: Copy): boolean {
  if ('counts' in written || locus.noCopy === null) return false
  const [only, none] = written
  return only !== undefined && (none === undefined || none === '?') && fits(locus, only, copy)
}

function matches(locus: ModelLocus, written: Written, a: Copy, b: Copy): boolean {
  const count = (name: string): number => Number(a.has(name)) + Number(b.has(name))
  if ('counts' in written) return Object.entries(written.counts).every(([name, n]) => count(name) === n)
  if (written.includes('unphased')) {
    const rest = written.find((item) => /[?!]/.test(item))
    const variants = written.filter((item) => item !== rest && item !== 'unphased')
    const isCounted = variants.every(
      (name) => count(name) === variants.filter((each) => each === name).length,
    )
    if (rest !== undefined)
      return isCounted && (rest === '?' || [a, b].every((copy) => fits(locus, rest, copy)))
    return isCounted && [a, b].every((copy) => [...copy].every((name) => variants.includes(name)))
  }
  const [x = '?', y] = written
  if (y === undefined) return false
  return (fits(locus, x, a) && fits(locus, y, b)) || (fits(locus, x, b) && fits(locus, y, a))
}

/** Whether the copy is what `X|Y`, `!X&!Y`, `X+?&!Y` or `?` says. */
function fits(locus: ModelLocus, pattern: string, copy: Copy): boolean {
  return pattern.split('|').some((term) => {
    const parts = term.split('&')
    if (parts.some((part) => part.startsWith('!') && copy.has(part.slice(1)))) return false
    const [named] = parts.filter((part) => !part.startsWith('!'))
    if (named === undefined || named === '?') return true
    const names = named.split('+')
    const isMore = names.includes('?')
    const wanted = names.filter((name) => name !== '?' && !(locus.cis && name === 'n'))
    return wanted.every((name) => copy.has(name)) && (isMore || copy.size === wanted.length)
  })
}
