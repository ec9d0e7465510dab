/**
 * The words that a served document allows in a question: genes, spellings, languages.
 */
import { at, type Json } from '../contract/conformance.js'

export interface Spelled {
  readonly spellings: readonly string[]
  /** Those of which several may stand on one copy, joined by `+`. */
  readonly joined: readonly string[]
  readonly least: number
  readonly most: number
}

type Genes = readonly (readonly [name: string, spelled: Spelled])[]

export interface Vocabulary {
  readonly base: Genes
  readonly others: Genes
  readonly languages: readonly string[]
  /** What may be declared to lie together. */
  readonly linked: readonly string[]
}

export function vocabularyOf(document: Json): Vocabulary {
  const schema = (name: string): unknown => at(document, `/components/schemas/${name}`)
  const genes = (name: string): Genes =>
    Object.entries((schema(name) as Json)['properties'] as Json).map(([gene, each]) => [
      gene,
      spelledBy(document, each as Json),
    ])
  return {
    base: genes('RequestBaseGenes'),
    others: genes('RequestOtherGenes'),
    languages: schema('Language/enum') as readonly string[],
    linked: wordsOf(document, schema('LinkageAlleles/items') as Items).spellings,
  }
}

export function spelledBy(document: Json, gene: Json): Spelled {
  return {
    ...wordsOf(document, gene['items'] as Items),
    least: Number(gene['minItems']),
    most: Number(gene['maxItems']),
  }
}

/** A list of words under a name, or that beside patterns of further words. */
interface Items {
  readonly $ref?: string
  readonly anyOf?: readonly Items[]
  readonly pattern?: string
}

function wordsOf(
  document: Json,
  { $ref, anyOf = [], pattern = '' }: Items,
): Pick<Spelled, 'spellings' | 'joined'> {
  // Signs of what is not known are no words of genes.
  const known = anyOf.filter((each) => each.$ref?.endsWith('/UnknownCopy') !== true)
  const parts = known.map((each) => wordsOf(document, each))
  const named = $ref === undefined ? [] : (at(document, `${$ref.slice(1)}/enum`) as readonly string[])
  const matched = /^\^\(\?:(.*?)\)/.exec(pattern)?.[1]?.split('|') ?? []
  return {
    spellings: [...new Set([...named, ...matched, ...parts.flatMap(({ spellings }) => spellings)])],
    joined: [...(pattern.includes('\\+') ? matched : []), ...parts.flatMap(({ joined }) => joined)],
  }
}
