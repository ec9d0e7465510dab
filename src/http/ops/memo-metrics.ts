/**
 * How well what is remembered pays: the memos' figures as metrics.
 * Guarantees: read when the metrics are asked for, at no cost to a request but a number counted up.
 * Leaves to others: counting (model/memo.ts).
 */
import type { Registry } from 'prom-client'
import Counter = require('prom-client/lib/counter.js')
import Gauge = require('prom-client/lib/gauge.js')
import { memoFigures } from '../../model/memo.js'

export function registerMemos(registry: Registry): void {
  const registers = [registry]
  void new Counter({
    name: 'robe_memo_lookups_total',
    help: 'Questions to a memory of finished work, by whether it knew',
    labelNames: ['memo', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { name: memo, hits, misses } of memoFigures()) {
        this.inc({ memo, outcome: 'hit' }, hits)
        this.inc({ memo, outcome: 'miss' }, misses)
      }
    },
  })
  void new Gauge({
    name: 'robe_memo_bytes',
    help: 'About what a memory of finished work holds',
    labelNames: ['memo'],
    registers,
    collect() {
      for (const { name: memo, bytes } of memoFigures()) this.set({ memo }, bytes)
    },
  })
  void new Gauge({
    name: 'robe_memo_entries',
    help: 'How many pieces of finished work a memory holds',
    labelNames: ['memo'],
    registers,
    collect() {
      for (const { name: memo, entries } of memoFigures()) this.set({ memo }, entries)
    },
  })
}
