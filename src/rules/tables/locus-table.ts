/**
 * A locus file → LocusTable, with the checks that need nothing but the file itself.
 * Guarantees: every spelling means one allele; a wild type exists wherever one may be assumed.
 */
import { checkCompanions, checkCovered } from './allele-relations.js'
import { nameExamples } from './name-examples.js'
import { suggestedAllele } from '../checks/suggested.js'
import { UNPHASED } from '../notation.js'
import { type FileReading, stated, step } from '../yaml/parsed-file.js'
import type { AlleleYaml, GeneYaml, ManifestYaml, Unchanging } from '../file-types.js'

/** One file of rules/genes/. */
export type LocusTable = Unchanging<ReturnType<typeof locusTable>>
export type AlleleRow = LocusTable['alleles'][number]

/** @param languages see name-examples.ts */
export function locusTable(
  file: FileReading<GeneYaml>,
  manifest: ManifestYaml | undefined,
  languages: readonly string[],
) {
  const { locus, group, gene, name, chromosome, position, omia, wild_type: wildType, ...rest } = file.value
  checkSpellings(file)
  checkWildType(file)
  checkStandIns(file)
  checkCompanions(file)
  checkCovered(file)
  return {
    locus,
    group,
    listed: rest.listed ?? false,
    required: rest.required ?? false,
    gene,
    name,
    chromosome,
    /** Other words that clients use for the locus, and spellings that are no allele with what to send instead: never accepted. */
    ...stated({ position, omia, wildType, hints: rest.hints, refused: rest.refused }),
    cis: rest.cis ?? false,
    compact: rest.notation === 'compact',
    /** Where the sex of an animal decides how many copies it has of this locus, what stands for the missing one. */
    ...stated({ noCopy: noCopyOf(chromosome, manifest) }),
    alleles: Object.entries(rest.alleles).map(([allele, written]) => alleleRow(file, allele, written)),
    examples: nameExamples(file, '/examples', rest.examples, languages),
    place: file.placeOf(''),
  }
}

/** Of a locus on the first sex chromosome, the name of the second one, which has none of it. */
function noCopyOf(chromosome: string, manifest: ManifestYaml | undefined): string | undefined {
  const [shared, other] = manifest?.chromosomes?.sex ?? []
  return chromosome === shared ? other : undefined
}

function alleleRow(file: FileReading<GeneYaml>, allele: string, written: AlleleYaml) {
  const { stands_for: standsFor, always_with: alwaysWith, review_by: reviewBy, ...others } = written
  const { new_mutations: arisesAnew, ...rest } = others
  return {
    aliases: [],
    cite: [],
    // What cites nothing is not verified. A wild type and a spelling of another locus state nothing that could be.
    verified: allele === file.value.wild_type || standsFor !== undefined,
    ...rest,
    allele,
    /**
     * The allele of another locus that custom writes under this one; the allele of this locus that lies on every copy with
     * this one; the day (YYYY-MM-DD) from which it should be looked at again; whether it is known to arise anew in animals whose
     * parents do not carry it.
     */
    ...stated({ standsFor, alwaysWith, reviewBy, arisesAnew }),
    place: file.placeOfKey('/alleles' + step(allele)),
  }
}

function checkSpellings(file: FileReading<GeneYaml>): void {
  const { alleles } = file.value
  const meant = new Map(Object.keys(alleles).map((allele) => [allele, allele]))
  for (const [allele, { aliases = [] }] of Object.entries(alleles)) {
    const pointer = `/alleles${step(allele)}`
    if (allele === UNPHASED) reserved(file, pointer, `an allele is called "${allele}"`)
    aliases.forEach((alias, index) => {
      const at = `${pointer}/aliases/${index}`
      if (alias === UNPHASED) reserved(file, at, `${allele} has the alias "${alias}"`)
      const other = meant.get(alias)
      meant.set(alias, other ?? allele)
      if (other === undefined) return
      file.report('DUPLICATE_ID', at, {
        what: `the alias "${alias}" of ${allele} already means ${other}.`,
        fix: 'remove it from one of the two.',
      })
    })
  }
  for (const word of Object.keys(file.value.refused ?? {}).filter((each) => meant.has(each)))
    file.report('DUPLICATE_ID', `/refused${step(word)}`, {
      what: `"${word}" is refused and also a spelling of ${meant.get(word) ?? ''}.`,
      fix: 'remove it from one of the two.',
    })
}

function reserved(file: FileReading<GeneYaml>, pointer: string, what: string): void {
  file.report('PARSE', pointer, {
    what: `${what}, a reserved word.`,
    why: 'Beside variants it says that nobody knows which of them lie on one copy.',
    fix: 'write another spelling.',
  })
}

function checkWildType(file: FileReading<GeneYaml>): void {
  const { alleles, wild_type: wildType, required, notation } = file.value
  if (wildType !== undefined) {
    if (Object.hasOwn(alleles, wildType)) return
    file.report('UNKNOWN_ALLELE', '/wild_type', {
      what: `the wild type ${wildType} is not among this locus's alleles.`,
      fix: suggestedAllele(wildType, Object.keys(alleles)),
    })
  } else if (required !== true) {
    file.report('PARSE', '', {
      what: 'this locus has no "wild_type".',
      why: 'It is assumed wherever a request leaves the locus out.',
      fix: 'add wild_type: <allele>, or required: true.',
    })
  } else if (notation === 'compact') {
    file.report('PARSE', '/notation', {
      what: 'the compact notation needs a "wild_type".',
      why: '[X] is read as X with the wild type.',
      fix: 'add wild_type: <allele>.',
    })
  }
}

function checkStandIns(file: FileReading<GeneYaml>): void {
  const { alleles, cis, notation, wild_type: wildType } = file.value
  for (const [allele, { stands_for: standsFor }] of Object.entries(alleles)) {
    if (standsFor === undefined) continue
    const pointer = `/alleles${step(allele)}/stands_for`
    if (cis !== true || notation !== 'compact') {
      file.report('PARSE', pointer, {
        what: '"stands_for" works only in a locus with cis: true and notation: compact.',
        fix: `remove it, or list ${allele} under ${standsFor.locus}.`,
      })
    } else if (allele === wildType) {
      file.report('PARSE', pointer, {
        what: 'the wild type cannot stand for another allele.',
        fix: 'remove it.',
      })
    }
  }
}
