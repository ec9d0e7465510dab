/**
 * What a gene file says of two of its alleles: that one is never seen without the other, or that a test reports one for the other.
 * Guarantees: each relation that cannot hold is a diagnostic at its place.
 */
import { suggestion } from '../../common/nearest.js'
import type { DiagnosticCode, Wording } from '../diagnostic.js'
import type { GeneYaml } from '../file-types.js'
import { type FileReading, step } from '../yaml/parsed-file.js'

/** Whether what an allele is never seen without can lie on its copy. */
export function checkCompanions(file: FileReading<GeneYaml>): void {
  const { alleles, cis, wild_type: wildType } = file.value
  const own = Object.keys(alleles).filter((name) => alleles[name]?.stands_for === undefined)
  const chainOf = (name: string): readonly string[] => chainFrom(name, (at) => alleles[at]?.always_with)
  for (const [allele, { always_with: other, stands_for: standsFor }] of Object.entries(alleles)) {
    if (other === undefined) continue
    const report = (code: DiagnosticCode, wording: Wording): void =>
      file.report(code, `/alleles${step(allele)}/always_with`, wording)
    if (cis !== true) {
      report('PARSE', {
        what: '"always_with" works only in a locus with cis: true.',
        why: 'Elsewhere a copy carries one allele.',
        fix: 'remove it.',
      })
    } else if (!own.includes(other)) {
      report('UNKNOWN_ALLELE', {
        what: `${allele} is said to be always with ${other}, which is none of this locus's own alleles.`,
        fix: suggestion(other, own),
      })
    } else if (standsFor !== undefined || allele === wildType || other === wildType) {
      report('PARSE', {
        what: `${standsFor === undefined ? 'the wild type' : allele} lies on no copy of this locus beside a variant.`,
        fix: 'remove "always_with".',
      })
    } else if (chainOf(allele).includes(allele)) {
      report('CYCLE', {
        what: `${allele} is always with ${chainOf(allele).join(', always with ')}: a circle.`,
        why: 'Variants that are never seen apart either way cannot be told apart: they are one allele with two spellings.',
        fix: `take "always_with" off one of them, or make one an alias of the other.`,
      })
    }
  }
}

/** Whether what an allele covers are other variants of the locus that cover nothing themselves. */
export function checkCovered(file: FileReading<GeneYaml>): void {
  const { alleles, wild_type: wildType } = file.value
  const own = Object.keys(alleles).filter((name) => alleles[name]?.stands_for === undefined)
  for (const [allele, { covers = [], stands_for: standsFor }] of Object.entries(alleles))
    covers.forEach((other, index) => {
      const report = (code: DiagnosticCode, wording: Wording): void =>
        file.report(code, `/alleles${step(allele)}/covers/${index}`, wording)
      if (!own.includes(other))
        report('UNKNOWN_ALLELE', {
          what: `${allele} is said to cover ${other}, which is none of this locus's own alleles.`,
          fix: suggestion(
            other,
            own.filter((each) => each !== allele),
          ),
        })
      else if (other === allele || standsFor !== undefined || [allele, other].includes(wildType ?? ''))
        report('PARSE', {
          what: `${allele} cannot cover ${other === allele ? 'itself' : other}.`,
          why: 'A variant of this locus covers other variants of it that finer tests tell apart.',
          fix: 'remove it from "covers".',
        })
      else if (alleles[other]?.covers !== undefined)
        report('PARSE', {
          what: `${allele} covers ${other}, which covers alleles itself.`,
          fix: `list what ${other} covers under ${allele} as well, and remove "covers" from ${other}.`,
        })
    })
}

/** What an allele is always with, what that is always with and so on, until nothing new comes. */
export function chainFrom<Allele>(
  allele: Allele,
  next: (allele: Allele) => Allele | undefined,
): readonly Allele[] {
  const chain: Allele[] = []
  for (let at = next(allele); at !== undefined && !chain.includes(at); at = next(at)) chain.push(at)
  return chain
}
