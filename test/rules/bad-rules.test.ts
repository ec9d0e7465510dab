import t from 'tap'
import { loadRules } from '../../src/rules/load.js'
import { checkCases } from './cases.js'

t.test('the loader tells every fault once, at its place, with a fix', (t) => {
  checkCases(t, 'load', (folders) => {
    const { tables, diagnostics } = loadRules(folders)
    if (tables !== undefined) throw new Error('a rule set with an error must give no tables')
    return diagnostics
  })
  t.end()
})
