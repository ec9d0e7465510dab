/**
 * The words that a served document allows in a question: genes, spellings, languages.
 */
import { at, type Json } from '../contract/conformance.js'

export interface Spelled {
  readonly spellings: readonly string[]
  /** Whether several may stand on one copy, joined by `+`. */
  readonly isJoined: boolean
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
      spelledBy(each as Json),
    ])
  return {
    base: genes('RequestBaseGenes'),
    others: genes('RequestOtherGenes'),
    languages: schema('Language/enum') as readonly string[],
    linked: schema('LinkageAlleles/items/enum') as readonly string[],
  }
}

function spelledBy(gene: Json): Spelled {
  const items = gene['items'] as { readonly enum?: readonly string[]; readonly pattern?: string }
  return {
    spellings: items.enum ?? (/^\^\(\?:(.*?)\)/.exec(items.pattern ?? '')?.[1] ?? '').split('|'),
    isJoined: items.enum === undefined,
    least: Number(gene['minItems']),
    most: Number(gene['maxItems']),
  }
}
