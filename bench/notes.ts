/**
 * What a reader of the figures must know to read them right.
 */
export const NOTES: readonly string[] = [
  'Robe runs as it is deployed: `robe serve`, a store file on disk, LOG_LEVEL=info with the log in a file. Its counts are kept in the process and written to the store ten times a second.',
  'Peers of P2 share Robe’s rules, coats, key check, windows, header values, access line and metrics, and keep their keys in memory, which is a little less work than a store file. What differs is the framework: routing, decoding, validating, serialising. Their answers are compared with Robe’s, byte for byte, before anything is timed.',
  'P5, P6, P8, P16 and the growth curves ask a rule book that remembers no earlier answer, with code that is warm; naive enumeration keeps names and interned genotypes, so that it is no straw man.',
  'Figures of one run compare two things done next to each other in time. Absolute times are of this machine on that day.',
  'Bare node:http has no log, no key and no routes; it is the floor of the platform, not a service.',
  'The load client writes prepared bytes to 16 keep-alive connections of loopback and reads no more of an answer than it needs to find its end. Where it was busy itself, the row says so; the ratio by CPU is the one that such a limit does not blur.',
  'P13: beside 64 calls at a time both sides are bound by CPU, so a charge at 0.6 of PING can be at most 2.4 times as quick as four commands; what four awaits cost one caller is their four trips.',
  'P14: Robe says that it listens when everything is there to answer with, and is then asked for a coat, whose answer must be that of the process that compiles the rules at each start. Its rules were compiled by the build. What is left of a start is mostly loading packages: bare node:http loads none.',
  'P15: the thread that prepares rule sets is warm but for the first reload, whose time stands beside the figure. It parses the edited file only, and runs every example of the rules, which the compile it is set against does not.',
]
