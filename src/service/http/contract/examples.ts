/**
 * The document's worked examples, answered by the rules they speak of.
 * Guarantees: an example's answer is what the service says, never what somebody typed; each example stands as JSON and,
 * with the same fields, as a form; a document served for another animal shows no example that its rules refuse, and
 * names no gene that they have not.
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

/** Where the examples of forms stand in an operation, and where the answers to examples. */
const FORM_EXAMPLES = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'examples']
const JSON_ANSWER = ['responses', '200', 'content', 'application/json']

/** Where the example of a refused request stands. */
const REFUSAL = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'example']

/** A request that was answered. */
interface Example {
  readonly name: string
  readonly request: Json
  readonly answer: unknown
}

/**
 * The document with those of its examples that these rules can answer, each with their answer; an operation none
 * of whose examples they can answer gets one of their own genes, and so does the example of a refusal. The document
 * given is left as it is.
 * @param onRefusal takes what an example is refused with
 */
export function fitExamples(
  document: Json,
  ruleset: Ruleset,
  fallbackLanguage: string,
  onRefusal = (_: ClientError): void => {},
): Json {
  const vocabulary = vocabularyOf(ruleset)
  const animals = [ownGenotype(vocabulary), ownGenotype(vocabulary, true)] as const
  let fitted = replaced(document, REFUSAL, refusalExample(ruleset, vocabulary, fallbackLanguage))
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
      known.length > 0 ? known : (operation.extraExamples?.(...animals) ?? []).flatMap(ofGenes).slice(0, 1)
    const put = (place: readonly string[], told: (example: Example) => unknown): void => {
      const examples = Object.fromEntries(shown.map((example) => [example.name, told(example)]))
      fitted = replaced(fitted, ['paths', path, 'post', ...place], examples)
    }
    put(EXAMPLES, ({ request }) => request)
    put(FORM_EXAMPLES, ({ request }) => asForm(request))
    const isJson = valueAt(post, JSON_ANSWER) !== undefined
    if (isJson) put([...JSON_ANSWER, 'examples'], ({ answer }) => ({ value: answer }))
  }
  return fitted
}

/** The example as a form shows it: groups as JSON text, and what has one text as that. */
function asForm(example: Json): Json {
  const value = Object.entries(example['value'] as Json).map(([name, field]) => {
    const isPlain = typeof field === 'string' || typeof field === 'number'
    return [name, isPlain ? field : JSON.stringify(field)]
  })
  return { ...example, value: Object.fromEntries(value) as Json }
}

/** What is answered, or why it is refused. */
function attempt(ask: () => unknown): { readonly value?: unknown; readonly refusal?: ClientError } {
  try {
    return { value: ask() }
  } catch (error) {
    if (error instanceof ClientError) return { refusal: error }
    throw error
  }
}

/** What stands at this path; undefined: nothing. */
function valueAt(holder: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (inner as Json | undefined)?.[key], holder)
}

/** A copy of the object in which another value stands at the path. */
function replaced(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = rest.length === 0 ? value : replaced((object[key] ?? {}) as Json, rest, value)
  return { ...object, [key]: inner }
}

/** What a client reads after a frequent mistake: a gene's alleles written as text and not as an array. */
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

/**
 * An animal with the genes these rules cannot do without. @param hasOneCopy of genes on the sex chromosome: as a father has,
 * or in birds a mother
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
