/**
 * Writes src/contract.generated.ts: the types of openapi.yaml, by openapi-typescript.
 * Guarantees: a text whose pattern lists its values becomes a union of them, so that the compiler finds a misspelt allele.
 */
import { writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const CONTRACT = new URL('../../openapi.yaml', import.meta.url)
const TARGET = new URL('src/contract.generated.ts', import.meta.url)

/** `^(?:CR|PRL|N)$`, and the same with more of them after a `+`. */
const LISTED = /^\^\(\?:([^()?]+)\)(\(\?:\\\+\(\?:[^()?]+\)\)\S*)?\$$/
/** An unknown allele: any text with one of the signs that stand for what is not known. */
const UNKNOWN = '[?|!]'
const UNKNOWN_TYPE = '"?" | `!${string}` | `${string}|${string}` | `${string}+?`'

/** The text of a more exact type than `string`; undefined where the pattern gives none. */
function typeOfPattern(pattern) {
  if (pattern === UNKNOWN) return UNKNOWN_TYPE
  const accepts = new RegExp(pattern)
  const [, values, more] = LISTED.exec(pattern) ?? []
  if (values !== undefined) {
    const texts = values.split('|')
    const alone = texts.filter((text) => accepts.test(text)).map((text) => JSON.stringify(text))
    // What follows the plus is left to the service: a union of all combinations is too large for the compiler.
    return [...alone, ...(more === undefined ? [] : texts.map((text) => `\`${text}+\${string}\``))].join(
      ' | ',
    )
  }
  return accepts.test('1') && !accepts.test('x') ? '`${number}`' : undefined
}

function typeNode(text) {
  const [statement] = ts.createSourceFile('type.ts', `type T = ${text}`, ts.ScriptTarget.Latest).statements
  // The printer reads literals from their source file, which is another one than the output's.
  return detached(statement.type)
}

function detached(node) {
  const { factory } = ts
  if (ts.isUnionTypeNode(node)) return factory.createUnionTypeNode(node.types.map(detached))
  if (ts.isLiteralTypeNode(node))
    return factory.createLiteralTypeNode(factory.createStringLiteral(node.literal.text))
  return factory.createTemplateLiteralType(
    factory.createTemplateHead(node.head.text),
    node.templateSpans.map(({ type, literal }) =>
      factory.createTemplateLiteralTypeSpan(
        factory.createKeywordTypeNode(type.kind),
        ts.isTemplateTail(literal)
          ? factory.createTemplateTail(literal.text)
          : factory.createTemplateMiddle(literal.text),
      ),
    ),
  )
}

const nodes = await openapiTS(CONTRACT, {
  immutable: true,
  silent: true,
  transform({ type, pattern }) {
    const text = type === 'string' && pattern !== undefined ? typeOfPattern(pattern) : undefined
    return text === undefined ? undefined : typeNode(text)
  },
})
writeFileSync(TARGET, astToString(nodes))
