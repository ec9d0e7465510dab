/**
 * Computes the examples of the contract with the loaded rules.
 * Guarantees: every example answer is computed, not written by hand; each example request is shown as JSON and as a form; the
 * document served for another rule set shows no example that its rules refuse and no gene that they lack.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import { ask, wholeBody } from '../../../operations/ask.js'
import { vocabularyOf, type GeneVocabulary } from '../../../operations/genes/genes.js'
import { operationOf } from '../../../operations/registry.js'
import type { Ruleset } from '../../../operations/ruleset.js'
import { ClientError } from '../../../operations/client-error.js'
import { errorBody, type ErrorBody } from '../errors.js'
import type { Json } from '../../../common/json.js'

const EXAMPLES = ['requestBody', 'content', 'application/json', 'examples']

/** Paths of the form examples and of the answers within an operation. */
const FORM_EXAMPLES = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'examples']
const JSON_ANSWER = ['responses', '200', 'content', 'application/json']

/** Path of the examples of refused requests, by error code. Those that name genes are computed here. */
const REFUSALS = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'examples']

/** An example request with its answer. */
interface Example {
  readonly name: string
  readonly request: Json
  readonly answer: unknown
}

/**
 * A copy of the document with the examples that these rules accept, and their answers. An operation without any accepted example
 * gets one built from the rules' own genes, and so does the example of a refusal.
 * @param onRefusal called with the error of each refused example
 */
export function fitExamples(
  document: Json,
  ruleset: Ruleset,
  fallbackLanguage: string,
  onRefusal = (_: ClientError): void => {},
): Json {
  const vocabulary = vocabularyOf(ruleset)
  const animals = [ownGenotype(vocabulary), ownGenotype(vocabulary, true)] as const
  let fitted = withRefusals(document, [
    refusalExample(ruleset, vocabulary, fallbackLanguage),
    contradictionExample(ruleset, vocabulary, fallbackLanguage),
  ])
  for (const [path, { post }] of Object.entries(document['paths'] as Readonly<Record<string, Json>>)) {
    const documented = valueAt(post, EXAMPLES) as Readonly<Record<string, Json>> | undefined
    if (documented === undefined) continue
    const operation = operationOf(String((post as Json)['x-endpoint']))
    const answered = (name: string, request: Json, onFault = onRefusal): readonly Example[] => {
      const fields = request['value'] as Fields
      const { value, refusal } = attempt(() => wholeBody(ask(operation, ruleset, fields, fallbackLanguage)))
      if (refusal !== undefined) onFault(refusal)
      return value === undefined ? [] : [{ name, request, answer: value }]
    }
    const known = Object.entries(documented).flatMap(([name, request]) => answered(name, request))
    const ofGenes = (value: Json): readonly Example[] =>
      answered('genes', { summary: 'Genes of the loaded rules', value }, () => {})
    const shown =
      known.length > 0
        ? known
        : (operation.extraExamples?.(...animals, ruleset.tokens()[0] ?? '') ?? [])
            .flatMap(ofGenes)
            .slice(0, 1)
    const put = (place: readonly string[], valueOf: (example: Example) => unknown): void => {
      const examples = Object.fromEntries(shown.map((example) => [example.name, valueOf(example)]))
      fitted = replaced(fitted, ['paths', path, 'post', ...place], examples)
    }
    put(EXAMPLES, ({ request }) => request)
    put(FORM_EXAMPLES, ({ request }) => asForm(request))
    const isJson = valueAt(post, JSON_ANSWER) !== undefined
    if (isJson) put([...JSON_ANSWER, 'examples'], ({ answer }) => ({ value: answer }))
  }
  return fitted
}

/** The example as a form: strings and numbers as they are, other fields as JSON text. */
function asForm(example: Json): Json {
  const value = Object.entries(example['value'] as Json).map(([name, field]) => {
    const isPlain = typeof field === 'string' || typeof field === 'number'
    return [name, isPlain ? field : JSON.stringify(field)]
  })
  return { ...example, value: Object.fromEntries(value) as Json }
}

/** The answer, or the client error. */
function attempt(ask: () => unknown): { readonly value?: unknown; readonly refusal?: ClientError } {
  try {
    return { value: ask() }
  } catch (error) {
    if (error instanceof ClientError) return { refusal: error }
    throw error
  }
}

/** The value at a path; undefined if there is none. */
function valueAt(holder: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (inner as Json | undefined)?.[key], holder)
}

/** A copy of the object with another value at the path. */
function replaced(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = rest.length === 0 ? value : replaced((object[key] ?? {}) as Json, rest, value)
  return { ...object, [key]: inner }
}

/** The error for a common mistake: alleles sent as text instead of an array. */
function refusalExample(
  ruleset: Ruleset,
  vocabulary: readonly GeneVocabulary[],
  fallbackLanguage: string,
): ErrorBody {
  const gene = vocabulary.find(({ group }) => group === 'base') ?? vocabulary[0]
  if (gene === undefined) throw new Error('a rule set without a gene: a defect of the loader')
  const genotype = ownGenotype(vocabulary)
  const group = { ...(genotype[gene.group] as Json), [gene.gene]: gene.alleles.slice(0, 2).join('') }
  const fields = { ...genotype, [gene.group]: group }
  const { refusal } = attempt(() => ask(operationOf('coats.result'), ruleset, fields, fallbackLanguage))
  if (refusal !== undefined) return errorBody(refusal)
  throw new Error(`alleles of ${gene.gene} written as text were accepted: a defect of the reader`)
}

/** The error for an offspring that shares no allele with its mother. Undefined if the rules have no gene of which each animal has two. */
function contradictionExample(
  ruleset: Ruleset,
  vocabulary: readonly GeneVocabulary[],
  fallbackLanguage: string,
): ErrorBody | undefined {
  const gene = vocabulary.find(
    ({ group, noCopy, alleles }) => group === 'base' && noCopy === null && alleles.length > 1,
  )
  if (gene === undefined) return undefined
  const [first = '', second = ''] = gene.alleles
  const horses = [
    { id: 'dam', base: { [gene.gene]: [first, first] } },
    { id: 'offspring', mother: 'dam', base: { [gene.gene]: [second, second] } },
  ]
  const fields = { horses, ask: { genotype: 'offspring' }, population: 'none' }
  const { refusal } = attempt(() =>
    wholeBody(ask(operationOf('coats.infer'), ruleset, fields, fallbackLanguage)),
  )
  return refusal?.code === 'VALIDATION_CONTRADICTION' ? errorBody(refusal) : undefined
}

/** The document with these bodies as the examples of their codes. */
function withRefusals(document: Json, bodies: readonly (ErrorBody | undefined)[]): Json {
  return bodies
    .filter((body) => body !== undefined)
    .reduce((fitted, body) => replaced(fitted, [...REFUSALS, body.code, 'value'], body), document)
}

/**
 * An animal with the required genes of these rules. @param hasOneCopy of sex-linked genes: the father, or in birds the mother
 */
function ownGenotype(vocabulary: readonly GeneVocabulary[], hasOneCopy = false): Json {
  const groupOf = (group: 'base' | 'others'): Json =>
    Object.fromEntries(
      vocabulary
        .filter((gene) => gene.required && gene.group === group)
        .map(({ gene, alleles: [first, second = first], noCopy }) => [
          gene,
          hasOneCopy && noCopy !== null ? [first] : [first, second],
        ]),
    )
  const others = groupOf('others')
  return { base: groupOf('base'), ...(Object.keys(others).length === 0 ? {} : { others }) }
}
