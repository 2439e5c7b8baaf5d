// used by later rooms and by the jobs
export { countOpenCases } from './queue'
export { isConflicted, isParty } from './conflict'
export { stateOf } from './detail'
export { saveVersion } from './rules'
export { tidyModeration } from './retention'
export { tidyVerifications } from './verifications'
export { findSignals } from './signals'
export { leaveDue, liftDue } from './suspension'
