/**
 * P5: the first cross of a process: the 100 most probable foals of parents that are heterozygous at every locus.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { spreadOf } from '../figures.js'
import type { Effort, Row } from '../row.js'

const SCRIPT = fileURLToPath(new URL('../genetics/cold-cross.js', import.meta.url))

export const P5: Row = {
  id: 'P5',
  title: 'The first cross of a process',
  noticedBy: 'API clients',
  measure: ({ rounds }: Effort) => {
    const took = Array.from({ length: rounds }, () =>
      Number(execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' })),
    )
    return Promise.resolve([
      {
        what: 'the 100 most probable foals, all loci heterozygous',
        value: spreadOf(took),
        unit: ' ms',
        target: { atMost: 20 },
        beside: 'in process, rules loaded beforehand',
      },
    ])
  },
}
