/**
 * Questions with genotypes typed on the command line, and their faults in the words that were typed.
 * Guarantees: a fault names the typed gene (`extension=Ee`) or the option (`--limit`) and no field of the HTTP interface; what
 * was typed is judged before what is missing.
 */
import { ClientError } from '../operations/client-error.js'
import { kindOf } from '../operations/read/partly-tested.js'
import { isObject, type Fields } from '../operations/read/decode-fields.js'
import { Refusal } from './report.js'
import { textOf } from './terminal.js'

/** What was typed of each horse, by its path in the question: '' for a single one, else `mother` and `father`. */
export type TypedGenotypes = Readonly<Record<string, Fields>>

/** Options that are not called as their field is. */
const OPTIONS: Readonly<Record<string, string>> = {
  'kit_linkage.mother': '--mother-linkage',
  'kit_linkage.father': '--father-linkage',
  has_IDK: '--idk',
  group_by: '--group-by',
}
const GENE = /(?:\b(mother|father)\.)?\b(base|others)\.([\w-]+)/g
const JSON_LIST = /\[(?:"[^"\\]*"(?:,\s?"[^"\\]*")*)\]/g

/** Asks; throws a Refusal in the words that were typed where the answer is the client's fault. */
export function askTyped<Answer>(
  genotypes: TypedGenotypes,
  ask: (genotypes: TypedGenotypes) => Answer,
): Answer {
  for (const [path, horse] of Object.entries(genotypes))
    if (kindOf(horse) !== 'genotyped')
      throw new Refusal(
        `error: ${path === '' ? 'the genotype' : `--${path}`} has unknown alleles (?, | or !). ` +
          'Type tested alleles only, or write what is known into a file for "robe infer"',
      )
  try {
    return ask(genotypes)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    throw new Refusal(faultText(typedFault(error, genotypes, ask), genotypes))
  }
}

/** The fault itself, or, where a gene is missing, the first fault of those that were typed. */
function typedFault(
  fault: ClientError,
  genotypes: TypedGenotypes,
  ask: (genotypes: TypedGenotypes) => unknown,
): ClientError {
  const completed = withMissingGene(fault, genotypes)
  if (completed === undefined) return fault
  try {
    ask(completed)
    return fault
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const next = typedFault(error, completed, ask)
    return next.code === 'VALIDATION_MISSING_FIELD' ? fault : next
  }
}

/** The genotypes with the first genotype that the missing gene can have; undefined where no gene is missing. */
function withMissingGene({ code, details }: ClientError, genotypes: TypedGenotypes) {
  const [, path = '', group = '', gene = ''] = [...(details?.field ?? '').matchAll(GENE)][0] ?? []
  const alleles = details?.expected[0]
  const horse = genotypes[path]
  if (code !== 'VALIDATION_MISSING_FIELD' || !Array.isArray(alleles) || horse === undefined) return undefined
  return { ...genotypes, [path]: { ...horse, [group]: { ...groupOf(horse, group), [gene]: alleles } } }
}

function groupOf(horse: Fields | undefined, group: string): Readonly<Record<string, unknown>> {
  const genes = horse?.[group]
  return isObject(genes) ? genes : {}
}

function faultText({ code, message, details }: ClientError, genotypes: TypedGenotypes): string {
  const { field = '', expected = [] } = details ?? {}
  const [, path, , gene] = [...field.matchAll(GENE)][0] ?? []
  const texts = expected.map((each) =>
    Array.isArray(each) ? each.join('/') : inTypedWords(String(each), genotypes),
  )
  if (code === 'VALIDATION_MISSING_FIELD' && gene !== undefined) {
    const place = path === undefined ? '' : ` in --${path}`
    return `error: ${gene} is missing${place}: add one of ${texts.map((each) => `${gene}=${each}`).join(', ')}`
  }
  const said = message.startsWith(field) ? message.replace(field, optionOf(field)) : message
  const told = inTypedWords(said, genotypes)
  const list = texts.join(', ')
  return textOf(`error: ${told}`, list !== '' && !told.includes(list) && `  expected: ${list}`)
}

function optionOf(field: string): string {
  return OPTIONS[field] ?? (/^[a-z]+$/.test(field) ? `--${field}` : field)
}

/** The text with genes as they were typed, options for fields, and alleles separated by `/`. */
function inTypedWords(text: string, genotypes: TypedGenotypes): string {
  const named = text.replace(GENE, (_, path: string | undefined, group: string, gene: string) => {
    const typed = groupOf(genotypes[path ?? ''], group)[gene]
    const word = Array.isArray(typed) ? `${gene}=${typed.join('/')}` : gene
    return path === undefined ? word : `${word} in --${path}`
  })
  const lists = named.replace(JSON_LIST, (list) => (JSON.parse(list) as readonly string[]).join('/'))
  return Object.entries(OPTIONS).reduce(
    (told, [field, option]) => told.replaceAll(field, option),
    lists
      .replaceAll('details.expected lists them', 'those expected are listed below')
      .replaceAll(' was sent', ' was given'),
  )
}
