/**
 * The files of a repository that are made from its rules, each with how it is made.
 * Guarantees: only a file that says it is made from rules, or whose definition stands beside it, is ever written anew; a file
 * of somebody's own that has the same name is left alone.
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

/** What derived files are made from. */
export interface Origin {
  readonly ruleset: Ruleset
  /** The text of a file beside the rules; undefined where there is none. */
  readonly read: (path: string) => string | undefined
}

interface DerivedFile {
  readonly path: string
  /** The file that says what it shows, where there is one. */
  readonly definition?: string
  /** The text that the rules give; undefined where there is no such file to be made. */
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

/** Whatever a server of these rules is set to, so that the same rules give the same files everywhere. */
function firstLanguage({ languages }: Ruleset): string {
  return languages[0] ?? ''
}

/** A file that is made anew where it is there. @param mark stands in such a file, and in no other of its name */
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

/** A file whose definition is another file. */
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
