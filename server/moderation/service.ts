// used by later rooms and by the jobs
export { countOpenCases } from './queue'
export { tidyModeration } from './retention'
export { leaveDue, liftDue } from './suspension'
