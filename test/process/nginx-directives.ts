/**
 * What directives of deploy/nginx.conf say.
 * Leaves to others: whether nginx accepts them (nginx.ts).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './robe.js'

/** The words after a directive's name, of the first that stands in such a block. @param path such as `upstream keepalive_timeout` */
export function directive(path: string): readonly string[] {
  const name = path.split(' ').at(-1)
  const block = path.includes(' ') ? path.split(' ')[0] : undefined
  const open: string[] = []
  for (const line of shipped()) {
    if (line.endsWith('{')) open.push(line.split(' ')[0] ?? '')
    else if (line === '}') open.pop()
    else {
      const [first, ...words] = line.replace(/;$/, '').split(/\s+/)
      if (first === name && (block === undefined || open.includes(block))) return words
    }
  }
  throw new Error(`deploy/nginx.conf has no ${path}`)
}

function shipped(): readonly string[] {
  return readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
