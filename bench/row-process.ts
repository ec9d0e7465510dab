/**
 * Measures one row in a process of its own, so that no row runs with another's heap or compiled code.
 * Arguments: the row's id and the effort as JSON. Sends the figures over the IPC channel.
 */
import type { Effort } from './row.js'
import { ROWS } from './rows/index.js'

const [id = '', effort = ''] = process.argv.slice(2)
const row = ROWS.find((each) => each.id === id)
if (row === undefined) throw new Error(`there is no row ${id}`)
const figures = await row.measure(JSON.parse(effort) as Effort)
process.send?.({ figures }, () => process.disconnect())
