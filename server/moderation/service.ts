// used by later rooms and by the jobs
export { countOpenCases } from './queue'
export { tidyModeration } from './retention'
export { findSignals } from './signals'
export { leaveDue, liftDue } from './suspension'
