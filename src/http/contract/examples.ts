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
import type { Json } from './contract.js'

export interface WorkedExample {
  readonly path: string
  readonly name: string
  /** The same request as a form. */
  readonly form: Json
  /** Undefined where the answer is no JSON: a picture would be longer than the rest of the document. */
  readonly answer: unknown
}

type Asker = Readonly<Record<string, (fields: Fields) => unknown>>

const EXAMPLES = ['requestBody', 'content', 'application/json', 'examples']

/** Where the examples of forms stand in an operation, and where the answers to examples. */
export const FORM_EXAMPLES = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'examples']
export const ANSWERS = ['responses', '200', 'content', 'application/json', 'examples']

/** Where the example of a refused request stands. */
export const REFUSAL = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'example']

/** Asks each documented request of its operation. @param fallbackLanguage for examples that name none */
export function workExamples(
  document: Json,
  coats: Coats,
  fallbackLanguage: string,
): readonly WorkedExample[] {
  const ask = askerOf(coats, fallbackLanguage)
  return documented(document).flatMap(({ path, endpoint, examples, isJson }) =>
    Object.entries(examples).map(([name, example]): WorkedExample => {
      const fields = (example as Json)['value'] as Fields
      return {
        path,
        name,
        form: asForm(example as Json),
        answer: isJson ? ask[endpoint]?.(fields) : undefined,
      }
    }),
  )
}

/**
 * The document with those of its examples that these rules can answer, each with their answer; an operation none
 * of whose examples they can answer gets one of their own genes, and so does the example of a refusal. The document
 * given is left as it is.
 */
export function fitExamples(document: Json, coats: Coats, fallbackLanguage: string): Json {
  const ask = askerOf(coats, fallbackLanguage)
  const own = ownExamples(coats)
  let fitted = replaced(document, REFUSAL, refusalExample(coats, fallbackLanguage))
  for (const { path, endpoint, examples, isJson } of documented(document)) {
    const known = answerable(examples, ask[endpoint])
    const { requests, answers } =
      Object.keys(known.answers).length > 0 ? known : firstAnswerable(own[endpoint] ?? [], ask[endpoint])
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
  ask?: Asker[string],
): { readonly requests: Json; readonly answers: Json } {
  const asked = Object.entries(examples).flatMap(([name, request]) => {
    const { value } = attempt(() => ask?.((request as Json)['value'] as Fields))
    return value === undefined ? [] : [{ name, request, value }]
  })
  return {
    requests: Object.fromEntries(asked.map(({ name, request }) => [name, request])),
    answers: Object.fromEntries(asked.map(({ name, value }) => [name, { value }])),
  }
}

/** The first of these groups of examples that is not refused as a whole. */
function firstAnswerable(groups: readonly Json[], ask?: Asker[string]): ReturnType<typeof answerable> {
  const answered = groups.map((examples) => answerable(examples, ask))
  const none = { requests: {}, answers: {} }
  return answered.find(({ answers }) => Object.keys(answers).length > 0) ?? none
}

function askerOf(coats: Coats, fallbackLanguage: string): Asker {
  return {
    'coats.result': (fields) => coats.result(fields, fallbackLanguage).body,
    'coats.picture': (fields) => coats.picture(fields, fallbackLanguage),
    'coats.generateChild': (fields) => coats.offspring(fields, fallbackLanguage).body,
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
    const operation = (item as Json)['post'] as Json | undefined
    const within = (place: readonly string[]): unknown =>
      place.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], operation)
    const examples = within(EXAMPLES)
    if (examples === undefined) return []
    const isJson = within(ANSWERS.slice(0, -1)) !== undefined
    return [{ path, endpoint: String(operation?.['x-endpoint']), examples: examples as Json, isJson }]
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
  }
}

/** What a client reads after a frequent mistake: a gene's alleles written as text and not as an array. */
export function refusalExample(
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
