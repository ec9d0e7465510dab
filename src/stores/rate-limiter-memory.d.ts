/** The types of the one file of rate-limiter-flexible that is loaded: its index loads some thirty others. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible'
  export = RateLimiterMemory
}
