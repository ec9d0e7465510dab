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
  'P7: of 8 ms for 13 MB in the best of many runs 2.5 are copying (four pieces a row), 1.5 looking pieces up, 1.5 going through 2 880 blocks, 1.5 finding coats, 1.3 collecting what 200 chunks leave behind. Tried: parts of rows as strings joined by what they share copies faster (1.3 ms), but 8 ms of collecting go with it; one lookup a row instead of a block: 20 ms. A coat’s words are checked when they are first written and remembered.',
  'P8 has the rule book meet as many other crosses first, as the plain program has: names and states are remembered, answers are not. What is left of 27 rows is mostly states never met before, since random crosses hardly share any.',
  'P5: each coat costs Robe 3 to 10 µs (tokens of its components put in order, exact weights as BigInt, the best genotype); the floor asks for 0.2 to 0.3 µs.',
  'P4 decodes the fields of a hundred horses just before they are asked, as a service does: reading alleles from strings is most of it.',
  'P1: of some 35 µs of CPU for a repeated coat 14 are what bare node:http has too, 6 are nine more headers, 5 the access line, 2 identifying and 2 charging the key; the rest is the framework, reading the body, metrics and promises, none above 1.5. A coat asked for the first time pays about 40 more: decoding, both checks, the answer and its bytes. A client that waits for a slower server sleeps, and is woken with each batch of answers; one that bare node:http keeps busy is not. Tried: request state in a WeakMap (a sixth of the time went to collecting), header objects instead of lists (12 µs), answers written one by one (a quarter fewer a second), larger young generations (nothing).',
  'P2: peers answer with Robe’s own coats, log and key check, which have become several times quicker since the floors were set; what is left between the sides is the framework, and answers that Robe alone remembers.',
]
