/**
 * What a new locus or table needs: its own file, its entry in the manifest, and its words in every language.
 * Leaves to others: writing (cli/rules/new.ts) and the texts of the files (skeletons.ts).
 */
import type { Ruleset } from '../../operations/ruleset.js'
import type { ModelLocus } from '../../model/model.js'
import { yamlList, yamlWord } from '../../rules/checks/refused-value.js'
import { readGiven } from '../examples/given.js'
import { locusText, sourceOf, tableText } from './skeletons.js'

/** A new file, and entries to add to others; files as `rules/…` and `locales/…`. */
export interface NewFiles {
  readonly file: string
  readonly text: string
  readonly edits: readonly Edit[]
}

interface Edit {
  readonly file: string
  /** The list or block at the left of the file to which an entry is added. */
  readonly key: string
  readonly item: string
  readonly lines: string
}

export function newLocus(ruleset: Ruleset, locus: string, allele: string, schemas: string): NewFiles {
  const { loci, source } = ruleset.model
  const required = Object.fromEntries(
    loci.filter((each) => each.required).map((each) => [each.key, pairOf(each)]),
  )
  const animal = readGiven(ruleset, required)
  // Nothing asks for the new locus yet, so the animal is called what it was called before.
  const names =
    typeof animal === 'string'
      ? {}
      : Object.fromEntries(
          languagesOf(ruleset).map((language) => [
            language,
            ruleset.nameOf(ruleset.phenotypes.of(animal).coat, language),
          ]),
        )
  const given = [
    ...Object.entries(required).map(([key, pair]) => `${key}: ${yamlList(pair)}`),
    `${locus}: ${yamlList([allele, 'n'])}`,
  ].join(', ')
  return {
    file: `rules/genes/${locus}.yaml`,
    text: locusText({ schemas, locus, allele: yamlWord(allele), group: 'others', given, names }),
    edits: [
      { file: 'rules/manifest.yaml', key: 'loci', item: locus, lines: `  - ${locus}` },
      ...source.locales
        .filter(({ kind }) => kind === 'language')
        .map(({ language }) => ({
          file: `locales/${language}.yaml`,
          key: 'genes',
          item: locus,
          lines: `  ${locus}: { name: ${locus} } # to be translated`,
        })),
    ],
  }
}

export function newTable(ruleset: Ruleset, table: string, locus: ModelLocus, schemas: string): NewFiles {
  const { source } = ruleset.model
  const wild = locus.alleles[locus.wildType ?? locus.alleles.length - 1] ?? ''
  const allele = locus.alleles.find((each) => each !== wild) ?? wild
  const row = locus.source.alleles.find((each) => each.allele === allele)
  const last = source.tables.map(({ place }) => Number(/(\d+)-[^/]*$/.exec(place.file)?.[1] ?? 0))
  const [wildType, variant] = [wild, allele].map(yamlWord) as [string, string]
  const cite = row?.cite[0] ?? sourceOf(locus.key)
  const look = {
    file: 'rules/appearance.yaml',
    key: 'coats',
    item: table,
    lines: `  - { tokens: [${table}] } # how it looks`,
  }
  return {
    file: `rules/epistasis/${Math.max(...last) + 1}-${table}.yaml`,
    text: tableText({ schemas, table, locus: locus.key, allele: variant, wildType, cite }),
    edits: [
      { file: 'rules/manifest.yaml', key: 'tables', item: table, lines: `  - ${table}` },
      ...languagesOf(ruleset).map((language) => ({
        file: `locales/${language}.yaml`,
        key: 'modifiers',
        item: table,
        lines: `  - { token: ${table}, term: ${table}, place: after } # to be translated`,
      })),
      ...(source.picture === undefined ? [] : [look]),
    ],
  }
}

function languagesOf({ model }: Ruleset): readonly string[] {
  return model.source.locales.filter(({ kind }) => kind === 'language').map(({ language }) => language)
}

/** Twice the wild type, or the first allele where none is stated. */
function pairOf({ alleles, wildType }: ModelLocus): readonly [string, string] {
  const allele = alleles[wildType ?? 0] ?? ''
  return [allele, allele]
}
