/**
 * A locus file → LocusTable, with the checks that need nothing but the file itself.
 * Guarantees: every spelling means one allele; a wild type exists wherever one may be assumed.
 * Leaves to others: whether the locus and allele of `stands_for` exist (model/).
 */
import { nameExamples } from './name-examples.js'
import { suggestion } from '../checks/nearest.js'
import { step } from '../yaml/pointer.js'
import { checkOwnName, stated, type FileReading } from '../yaml/parsed-file.js'
import type { AlleleRow, LocusTable } from '../tables.js'
import type { AlleleYaml, GeneYaml } from '../file-types.js'

/** `locus` is the one that the file's name says. */
export function locusTable(
  sheet: FileReading<GeneYaml>,
  locus: string,
  languages: readonly string[] | undefined,
): LocusTable {
  const { value } = sheet
  const { position, omia, wild_type: wildType } = value
  checkOwnName(sheet, 'locus', value.locus, locus)
  checkSpellings(sheet)
  checkWildType(sheet)
  checkStandIns(sheet)
  return {
    locus: value.locus,
    group: value.group,
    listed: value.listed ?? false,
    required: value.required ?? false,
    gene: value.gene,
    name: value.name,
    chromosome: value.chromosome,
    ...stated({ position, omia, wildType }),
    cis: value.cis ?? false,
    compact: value.notation === 'compact',
    alleles: Object.entries(value.alleles).map(([allele, written]) => alleleRow(sheet, allele, written)),
    examples: nameExamples(sheet, '/examples', value.examples ?? [], languages),
    place: sheet.placeOf(''),
  }
}

function alleleRow(sheet: FileReading<GeneYaml>, allele: string, written: AlleleYaml): AlleleRow {
  const { name, variant, expression, note, stands_for: standsFor } = written
  return {
    allele,
    name,
    aliases: written.aliases ?? [],
    ...stated({ variant, expression, standsFor, note, reviewBy: written.review_by }),
    cite: written.cite ?? [],
    verified: written.verified ?? true,
    place: sheet.placeOfKey('/alleles' + step(allele)),
  }
}

function checkSpellings(sheet: FileReading<GeneYaml>): void {
  const { alleles } = sheet.value
  const meant = new Map(Object.keys(alleles).map((allele) => [allele, allele]))
  for (const [allele, { aliases }] of Object.entries(alleles)) {
    aliases?.forEach((alias, index) => {
      const other = meant.get(alias)
      if (other === undefined) meant.set(alias, allele)
      else {
        sheet.report('DUPLICATE_ID', `/alleles${step(allele)}/aliases/${index}`, {
          what: `the alias "${alias}" of ${allele} already means ${other}.`,
          mend: 'remove it from one of the two.',
        })
      }
    })
  }
}

function checkWildType(sheet: FileReading<GeneYaml>): void {
  const { alleles, wild_type: wildType, required, notation } = sheet.value
  if (wildType !== undefined) {
    if (Object.hasOwn(alleles, wildType)) return
    sheet.report('UNKNOWN_ALLELE', '/wild_type', {
      what: `the wild type ${wildType} is not among this locus's alleles.`,
      mend: suggestion(wildType, Object.keys(alleles)),
    })
    return
  }
  if (required !== true) {
    sheet.report('PARSE', '', {
      what: 'this locus has no "wild_type".',
      why: 'It is assumed wherever a request leaves the locus out.',
      mend: 'add wild_type: <allele>, or required: true.',
    })
  } else if (notation === 'compact') {
    sheet.report('PARSE', '/notation', {
      what: 'the compact notation needs a "wild_type".',
      why: '[X] is read as X with the wild type.',
      mend: 'add wild_type: <allele>.',
    })
  }
}

function checkStandIns(sheet: FileReading<GeneYaml>): void {
  const { alleles, cis, notation, wild_type: wildType } = sheet.value
  for (const [allele, { stands_for: standsFor }] of Object.entries(alleles)) {
    if (standsFor === undefined) continue
    const pointer = `/alleles${step(allele)}/stands_for`
    if (cis !== true || notation !== 'compact') {
      sheet.report('PARSE', pointer, {
        what: '"stands_for" works only in a locus with cis: true and notation: compact.',
        mend: `remove it, or list ${allele} under ${standsFor.locus}.`,
      })
    } else if (allele === wildType) {
      sheet.report('PARSE', pointer, {
        what: 'the wild type cannot stand for another allele.',
        mend: 'remove it.',
      })
    }
  }
}
