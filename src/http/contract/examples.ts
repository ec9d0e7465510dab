/**
 * The document's worked examples, answered by the rules they speak of.
 * Guarantees: an example's answer is what the service says, never what somebody typed; each example stands as JSON and,
 * with the same fields, as a form; a document served for another animal shows no example that its rules refuse, and
 * names no gene that they have not.
 */
import type { Fields } from '../../coats/answers.js'
import type { Coats } from '../../coats/coats.js'
import type { GeneVocabulary } from '../../coats/genes.js'
import { ContractError } from '../../coats/contract-error.js'
import { errorBody, type ErrorBody } from '../errors.js'
import { coatAnswers, type CoatAnswer } from '../routes.js'
import type { Json } from './contract.js'

type Ask = (fields: Fields) => unknown

const EXAMPLES = ['requestBody', 'content', 'application/json', 'examples']

/** Where the examples of forms stand in an operation, and where the answers to examples. */
const FORM_EXAMPLES = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'examples']
const ANSWERS = ['responses', '200', 'content', 'application/json', 'examples']

/** Where the example of a refused request stands. */
const REFUSAL = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'example']

/** The places of what is rendered: examples of forms, answers, and the example of a refusal. */
export function renderedExamples(document: Json): readonly (readonly string[])[] {
  const ofOperations = documented(document).flatMap(({ path, isJson }) =>
    (isJson ? [FORM_EXAMPLES, ANSWERS] : [FORM_EXAMPLES]).map((place) => ['paths', path, 'post', ...place]),
  )
  return [...ofOperations, REFUSAL]
}

/**
 * The document with those of its examples that these rules can answer, each with their answer; an operation none
 * of whose examples they can answer gets one of their own genes, and so does the example of a refusal. The document
 * given is left as it is.
 * @param onRefusal takes what an example is refused with
 */
export function fitExamples(
  document: Json,
  coats: Coats,
  fallbackLanguage: string,
  onRefusal = (_: ContractError): void => {},
): Json {
  const ask = askerOf(coats, fallbackLanguage)
  const own = ownExamples(coats)
  let fitted = replaced(document, REFUSAL, refusalExample(coats, fallbackLanguage))
  for (const { path, endpoint, examples, isJson } of documented(document)) {
    const known = answerable(examples, ask(endpoint), onRefusal)
    const { requests, answers } =
      Object.keys(known.answers).length > 0 ? known : firstAnswerable(own[endpoint] ?? [], ask(endpoint))
    const forms = Object.fromEntries(
      Object.entries(requests).map(([name, request]) => [name, asForm(request as Json)]),
    )
    fitted = replaced(fitted, ['paths', path, 'post', ...EXAMPLES], requests)
    fitted = replaced(fitted, ['paths', path, 'post', ...FORM_EXAMPLES], forms)
    if (isJson) fitted = replaced(fitted, ['paths', path, 'post', ...ANSWERS], answers)
  }
  return fitted
}

/** Of these examples those that are not refused, with their answers. */
function answerable(
  examples: Json,
  ask: Ask,
  onRefusal?: (refusal: ContractError) => void,
): { readonly requests: Json; readonly answers: Json } {
  const asked = Object.entries(examples).flatMap(([name, request]) => {
    const { value, refusal } = attempt(() => ask((request as Json)['value'] as Fields))
    if (refusal !== undefined) onRefusal?.(refusal)
    return value === undefined ? [] : [{ name, request, value }]
  })
  return {
    requests: Object.fromEntries(asked.map(({ name, request }) => [name, request])),
    answers: Object.fromEntries(asked.map(({ name, value }) => [name, { value }])),
  }
}

/** The first of these groups of examples that is not refused as a whole. */
function firstAnswerable(groups: readonly Json[], ask: Ask): ReturnType<typeof answerable> {
  const answered = groups.map((examples) => answerable(examples, ask))
  const none = { requests: {}, answers: {} }
  return answered.find(({ answers }) => Object.keys(answers).length > 0) ?? none
}

/** Answers at once, however long it takes. */
function askerOf(coats: Coats, fallbackLanguage: string): (endpoint: string) => Ask {
  const answers: Readonly<Record<string, CoatAnswer | undefined>> = coatAnswers(coats)
  return (endpoint) => (fields) => {
    const answer = answers[endpoint]?.(fields, fallbackLanguage)
    if (answer === undefined || 'body' in answer) return answer?.body
    if ('make' in answer) return answer.make()
    const { rows, envelope } = answer.list()
    return { results: [...rows], ...envelope }
  }
}

interface Documented {
  readonly path: string
  readonly endpoint: string
  readonly examples: Json
  /** Whether its answers are. */
  readonly isJson: boolean
}

/** The example as a form shows it: groups as JSON text, and what has one text as that. */
function asForm(example: Json): Json {
  const value = Object.entries(example['value'] as Json).map(([name, field]) => {
    const isPlain = typeof field === 'string' || typeof field === 'number'
    return [name, isPlain ? field : JSON.stringify(field)]
  })
  return { ...example, value: Object.fromEntries(value) as Json }
}

/** Operations that take a body, with the requests documented for them. */
function documented(document: Json): readonly Documented[] {
  return Object.entries(document['paths'] as Json).flatMap(([path, item]) => {
    const operation = ((item as Json)['post'] ?? {}) as Json
    const examples = valueAt(operation, EXAMPLES)
    if (examples === undefined) return []
    const isJson = valueAt(operation, ANSWERS.slice(0, -1)) !== undefined
    return [{ path, endpoint: String(operation['x-endpoint']), examples: examples as Json, isJson }]
  })
}

/** What is answered, or why it is refused. */
function attempt(ask: () => unknown): { readonly value?: unknown; readonly refusal?: ContractError } {
  try {
    return { value: ask() }
  } catch (error) {
    if (error instanceof ContractError) return { refusal: error }
    throw error
  }
}

/** What stands at this path; undefined: nothing. */
export function valueAt(document: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], document)
}

/** A copy of the object in which another value stands at the path. */
function replaced(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = rest.length === 0 ? value : replaced((object[key] ?? {}) as Json, rest, value)
  return { ...object, [key]: inner }
}

/**
 * Requests by endpoint, of the genes these rules cannot do without; the first that is not refused is shown. Of a gene on a
 * sex chromosome one parent has one copy: the father, or in birds the mother.
 */
function ownExamples({ vocabulary }: Pick<Coats, 'vocabulary'>): Readonly<Record<string, readonly Json[]>> {
  const genotype = ownGenotype(vocabulary)
  const withOneCopy = ownGenotype(vocabulary, true)
  const example = (value: Json): Json => ({ genes: { summary: 'Genes of the loaded rules', value } })
  return {
    'coats.result': [example(genotype)],
    'coats.picture': [example(genotype)],
    'coats.generateChild': [
      example({ mother: genotype, father: withOneCopy }),
      example({ mother: withOneCopy, father: genotype }),
    ],
    'coats.infer': [
      example({ population: 'none', horses: [{ id: 'animal', ...genotype }], ask: [{ coat: 'animal' }] }),
      example({ population: 'none', horses: [{ id: 'animal', ...withOneCopy }], ask: [{ coat: 'animal' }] }),
    ],
  }
}

/** What a client reads after a frequent mistake: a gene's alleles written as text and not as an array. */
function refusalExample(
  { vocabulary, result }: Pick<Coats, 'vocabulary' | 'result'>,
  fallbackLanguage: string,
): ErrorBody {
  const gene = vocabulary.find(({ group }) => group === 'base') ?? vocabulary[0]
  if (gene === undefined) throw new Error('a rule set without a gene: a defect of the loader')
  const genotype = ownGenotype(vocabulary)
  const group = { ...(genotype[gene.group] as Json), [gene.gene]: gene.alleles.slice(0, 2).join('') }
  const { refusal } = attempt(() => result({ ...genotype, [gene.group]: group }, fallbackLanguage))
  if (refusal !== undefined) return errorBody(refusal)
  throw new Error(`alleles of ${gene.gene} written as text were accepted: a defect of the reader`)
}

/** @param hasOneCopy of genes on the sex chromosome */
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
