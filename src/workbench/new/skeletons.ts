/**
 * Skeletons of new rule files, with comments that explain what to fill in.
 * Guarantees: the text is a valid rule file; everything invented is marked and cites a source still to be named.
 */

const schema = (folder: string, kind: string): string =>
  `# yaml-language-server: $schema=${folder}/${kind}.schema.json\n`

export interface LocusSkeleton {
  /** Relative path of the schemas from the file's folder. */
  readonly schemas: string
  readonly locus: string
  readonly allele: string
  readonly group: string
  /** The alleles of an example in flow style, and its names by language. */
  readonly given: string
  readonly names: Readonly<Record<string, string>>
}

export function locusText({ schemas, locus, allele, group, given, names }: LocusSkeleton): string {
  const source = sourceOf(locus)
  return `${schema(schemas, 'gene')}# ${locus}: describe what the locus does, and how certain that is.
locus: ${locus}
group: ${group} # base or others: where requests send it
gene: unknown # the gene's symbol, as in the literature
name: ${locus} # what people call the locus, in English
chromosome: unknown # in quotes, such as "3"
alleles:
  # In the order of answers, the wild type last. expression: <class> groups alleles that do the same.
  ${allele}: { name: ${locus} variant, cite: [${source}], verified: false }
  "n": { name: wild type, aliases: ["N"] }
wild_type: "n" # assumed where a request leaves the locus out
references:
  # Name the source, and add doi, url or omia where you read it. verified: true once you have read it.
  ${source}: { title: the source of ${locus} is still to be named, verified: false }
examples:
  # What animals with these alleles are called; robe rules test checks it.
  - title: one ${allele}
    given: { ${given} }
${Object.entries(names)
  .map(([language, name]) => `    ${language}: ${JSON.stringify(name)}\n`)
  .join('')}`
}

export interface TableSkeleton {
  readonly schemas: string
  readonly table: string
  readonly locus: string
  readonly allele: string
  readonly wildType: string
  /** Id of a reference. */
  readonly cite: string
}

export function tableText({ schemas, table, locus, allele, wildType, cite }: TableSkeleton): string {
  return `${schema(schemas, 'epistasis')}# ${table}: describe what the table decides.
table: ${table}
reads: [${locus}] # every locus that its rules read
hit: first # first: the first rule that holds; unique: exactly one may; collect: all that hold
rules:
  - id: ${table}-present
    when: { ${locus}: { has: ${allele} } } # or an exact pair, such as [${allele}, ${wildType}]
    then: [${table}] # tokens; each language has a word for each
    cite: [${cite}]
    verified: false
  - id: ${table}-absent
    when: {} # holds always, so it is the default
    then: []
examples:
  # The tokens that this table alone gives.
  - { given: { ${locus}: [${allele}, ${wildType}] }, expect: [${table}] }
  - { given: { ${locus}: [${wildType}, ${wildType}] }, expect: [] }
`
}

/** @param base the language that missing texts are taken from */
export function languageText(schemas: string, language: string, base: string): string {
  return `${schema(schemas, 'locale')}# An unfinished translation: texts missing here are taken from ${base}.yaml.
# Copy the words of ${base}.yaml section by section (names, modifiers, genes, notes, …) and translate them;
# robe rules check counts the texts still taken from there. When none is left, remove kind and extends and add
# agreement: { gender: m, number: s }.
language: ${language}
kind: registry
extends: ${base}
name: ${language} # what the language calls itself
names:
  # - { tokens: [<token>], term: <word> }
  []
modifiers:
  # - { token: <token>, term: <word>, place: after }
  []
`
}

/** Id of the placeholder source of a new locus. */
export function sourceOf(locus: string): string {
  return `${locus.replaceAll('_', '-')}-source`
}
