/**
 * The call that README.md shows first, as the fields that its command line sends.
 */
import { readFileSync } from 'node:fs'

/** @type {Readonly<Record<'base' | 'others' | 'lang', string>>} */
export const README_FORM = Object.fromEntries(readmeFields())

function readmeFields() {
  const text = readFileSync('../../../README.md', 'utf8')
  const [call = ''] = /^curl [^\n]*\/coats\/result(?:.*\\\n)+.*$/m.exec(text) ?? []
  const options = [...call.matchAll(/(?:--data-urlencode|-d) (?:'([^']*)'|(\S+))/g)]
  if (options.length !== 3) throw new Error(`README.md shows another call by now: ${call}`)
  return options.map(([, quoted, bare]) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(quoted ?? bare ?? '') ?? []
    return [name, value]
  })
}
