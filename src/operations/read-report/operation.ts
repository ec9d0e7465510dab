/** `coats.readReport`: the text of a laboratory report as genes, with questions where it is ambiguous. */
import type { Operation } from '../operation.js'
import { REPORT_FIELDS } from '../read/known-fields.js'
import { askReadReport, type ReportAnswer } from './read-report.js'

export const readReport: Operation<ReportAnswer> = {
  id: 'coats.readReport',
  fields: { fields: REPORT_FIELDS, animals: [] },
  heavy: 'always',
  maxBodyBytes: 64 * 1024,
  decode: (raw) => raw,
  read: askReadReport,
}
