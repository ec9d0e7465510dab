/**
 * The files of a repository that are generated from its rules, each with its generator.
 * Guarantees: overwrites only files that carry the mark of generated files or whose definition exists; other files
 * with the same name are left alone.
 */
import { ClientError } from '../../../operations/client-error.js'
import { vocabularyOf } from '../../../operations/genes/genes.js'
import { lexiconOf, type Ruleset } from '../../../operations/ruleset.js'
import { renderCatalogue, languageOfCatalogue } from '../../../workbench/catalogue.js'
import { renderGallery } from '../../../workbench/derived/gallery.js'
import { renderNameTable } from '../../../workbench/derived/name-table.js'
import { renderPythonTypes } from '../../../workbench/derived/python-types.js'
import { renderedContract } from '../../contract.js'
import { Refusal } from '../../report.js'
import { readGallery, readNameTable } from './definitions.js'

/** Inputs of derived files. */
export interface Origin {
  readonly ruleset: Ruleset
  /** The text of a file next to the rules folder; undefined if it does not exist. */
  readonly read: (path: string) => string | undefined
}

interface DerivedFile {
  readonly path: string
  /** The file that defines its content, if there is one. */
  readonly definition?: string
  /** The generated text; undefined if the file is not to be generated. */
  readonly render: (origin: Origin) => string | undefined
}

export const DERIVED_FILES: readonly DerivedFile[] = [
  rewritten('openapi.yaml', 'x-endpoint:', ({ ruleset }, text) =>
    renderedContract(ruleset, firstLanguage(ruleset), text),
  ),
  rewritten('docs/genetics.md', '`robe rules catalogue`', ({ ruleset }, text) => {
    const written = languageOfCatalogue(text)
    const lexicon = lexiconOf(
      ruleset.lexicons,
      ruleset.languages.find((code) => code === written) ?? firstLanguage(ruleset),
    )
    return renderCatalogue(ruleset.model.source, lexicon)
  }),
  defined('docs/coats.svg', 'docs/coats.yaml', ({ ruleset }, ...file) =>
    renderGallery(ruleset, readGallery(...file)),
  ),
  defined('docs/coats-row.svg', 'docs/coats-row.yaml', ({ ruleset }, ...file) =>
    renderGallery(ruleset, readGallery(...file)),
  ),
  defined('test/golden/coat-names.md', 'test/golden/coat-names.yaml', ({ ruleset }, ...file) =>
    renderNameTable(ruleset, readNameTable(...file)),
  ),
  rewritten('clients/python/src/robe_client/genes.py', '`robe rules finish`', ({ ruleset }) =>
    renderPythonTypes(vocabularyOf(ruleset), ruleset.languages),
  ),
]

/** Independent of the server's settings, so that the same rules give the same files everywhere. */
function firstLanguage({ languages }: Ruleset): string {
  return languages[0] ?? ''
}

/** Regenerates an existing file. @param mark text that identifies generated files */
function rewritten(
  path: string,
  mark: string,
  render: (origin: Origin, text: string) => string,
): DerivedFile {
  return {
    path,
    render: (origin) => {
      const text = origin.read(path)
      return text?.includes(mark) ? render(origin, text) : undefined
    },
  }
}

/** A file that is generated from a definition file. */
function defined(
  path: string,
  definition: string,
  render: (origin: Origin, file: string, text: string) => string,
): DerivedFile {
  return {
    path,
    definition,
    render: (origin) => {
      const text = origin.read(definition)
      if (text === undefined) return undefined
      try {
        return render(origin, definition, text)
      } catch (error) {
        if (error instanceof ClientError) throw new Refusal(`${definition}: error: ${error.message}`)
        throw error
      }
    },
  }
}
