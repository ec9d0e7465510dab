/**
 * Questions with genotypes typed on the command line. Errors are translated from API fields to what was typed.
 * Guarantees: an error names the typed gene (`extension=Ee`) or the option (`--limit`), never a field of the API;
 * errors in what was typed are reported before missing genes.
 */
import { ClientError } from '../../operations/client-error.js'
import { kindOf } from '../../operations/read/partly-tested.js'
import { isObject, type Fields } from '../../operations/read/decode-fields.js'
import { Refusal } from '../report.js'
import { textOf } from '../terminal.js'

/** Typed genotypes by their path in the question: '' for a single animal, otherwise `mother` and `father`. */
export type TypedGenotypes = Readonly<Record<string, Fields>>

/** Fields whose option has another name. */
const OPTIONS: Readonly<Record<string, string>> = {
  'kit_linkage.mother': '--mother-linkage',
  'kit_linkage.father': '--father-linkage',
  has_IDK: '--idk',
  group_by: '--group-by',
}
const GENE = /(?:\b(mother|father)\.)?\b(base|others)\.([\w-]+)/g
const JSON_LIST = /\[(?:"[^"\\]*"(?:,\s?"[^"\\]*")*)\]/g

/** Asks the question; client errors become a Refusal in the words that were typed. */
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

/** The error itself or, if it is a missing gene, the first error in what was typed. */
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

/** Fills in a valid value for the missing gene; undefined if the error is not a missing gene. */
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
  // The message says what a schema says.
  const texts = expected.flatMap((each) =>
    isObject(each) ? [] : Array.isArray(each) ? each.join('/') : inTypedWords(String(each), genotypes),
  )
  if (code === 'VALIDATION_MISSING_FIELD' && gene !== undefined) {
    const place = path === undefined ? '' : ` in --${path}`
    return `error: ${gene} is missing${place}: add one of ${texts.map((each) => `${gene}=${each}`).join(', ')}`
  }
  const withOption = message.startsWith(field) ? message.replace(field, optionOf(field)) : message
  const text = inTypedWords(withOption, genotypes)
  const list = texts.join(', ')
  return textOf(`error: ${text}`, list !== '' && !text.includes(list) && `  expected: ${list}`)
}

function optionOf(field: string): string {
  return OPTIONS[field] ?? (/^[a-z]+$/.test(field) ? `--${field}` : field)
}

/** Replaces API fields by typed genes and options, and lists of alleles by `a/b`. */
function inTypedWords(text: string, genotypes: TypedGenotypes): string {
  const named = text.replace(GENE, (_, path: string | undefined, group: string, gene: string) => {
    const typed = groupOf(genotypes[path ?? ''], group)[gene]
    const word = Array.isArray(typed) ? `${gene}=${typed.join('/')}` : gene
    return path === undefined ? word : `${word} in --${path}`
  })
  const lists = named.replace(JSON_LIST, (list) => (JSON.parse(list) as readonly string[]).join('/'))
  return Object.entries(OPTIONS).reduce(
    (result, [field, option]) => result.replaceAll(field, option),
    lists
      .replaceAll('details.expected lists them', 'those expected are listed below')
      .replaceAll(' was sent', ' was given'),
  )
}
