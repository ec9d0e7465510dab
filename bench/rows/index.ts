/**
 * The rows of the benchmark, in the order of their ids.
 */
import type { Row } from '../row.js'
import { P14 } from './cold-start.js'
import { P5 } from './first-cross.js'
import { P17, P18 } from './heaviest.js'
import { P10, P11 } from './large-answers.js'
import { P9 } from './many-crosses.js'
import { P19 } from './partly-tested.js'
import { P13 } from './redis.js'
import { P15 } from './reload.js'
import { P8 } from './small-crosses.js'
import { P1, P2 } from './throughput.js'

export const ROWS: readonly Row[] = [P1, P2, P5, P8, P9, P10, P11, P13, P14, P15, P17, P18, P19]
