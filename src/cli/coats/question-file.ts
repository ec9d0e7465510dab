/**
 * A question in a YAML file, with the fields of the API.
 * Guarantees: an error names the line of the file.
 */
import { ClientError } from '../../operations/client-error.js'
import { isObject } from '../../operations/read/decode-fields.js'
import { formatDiagnostic } from '../../rules/diagnostic.js'
import { FileRefusal, readLimited } from '../../rules/read-limited.js'
import { MAX_FILE_BYTES } from '../../rules/source.js'
import { parseFile } from '../../rules/yaml/parse.js'
import { Refusal } from '../report.js'

export type QuestionFile = ReturnType<typeof readQuestion>

/** Answers the question; a client's error becomes a refusal with the line of the file. @param lang of the option --lang */
export function answerFile<Answer>(
  file: string,
  question: QuestionFile,
  lang: string | undefined,
  answer: () => Answer,
): Answer {
  try {
    return answer()
  } catch (error) {
    if (error instanceof ClientError) throw new Refusal(faultInFile(error, file, question, lang))
    throw error
  }
}

/** A fault with the line of the file that it is about. The file's keys are the fields, so the message can name these. */
function faultInFile(
  { message, details }: ClientError,
  file: string,
  { placeOf }: QuestionFile,
  lang: string | undefined,
): string {
  const field = details?.field ?? ''
  if (field === 'lang' && lang !== undefined) return `error: ${message.replace(/^lang/, '--lang')}`
  // What is missing has no place: then the nearest block that has one.
  const steps = field.split(/[.[\]]+/).filter((step) => step !== '')
  const pointers = steps.map((_, count) =>
    steps
      .slice(0, steps.length - count)
      .map((step) => `/${step}`)
      .join(''),
  )
  const places = pointers.map((pointer) => placeOf(pointer))
  const { line, column } = places.find((place) => place.line > 1 || place.column > 1) ?? placeOf('')
  return `${file}:${line}:${column} error: ${message}`
}

/** @param file its path, or - for standard input @param blocks that the file must hold, in words */
export function readQuestion(file: string, blocks: string) {
  let text: string
  try {
    text = readLimited(file === '-' ? '/dev/stdin' : file, {
      maxBytes: MAX_FILE_BYTES,
      acceptsPipes: true,
    }).toString()
  } catch (error) {
    throw new Refusal(`error: ${file} ${error instanceof FileRefusal ? error.message : 'cannot be read'}`)
  }
  const { parsed, diagnostics } = parseFile({ file, name: file, text })
  if (diagnostics.length > 0) throw new Refusal(diagnostics.map(formatDiagnostic).join('\n'))
  if (!isObject(parsed?.value)) throw new Refusal(`error: ${file} holds no block with ${blocks}`)
  return { value: parsed.value, placeOf: parsed.placeOf }
}
