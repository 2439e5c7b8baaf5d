// Vitest reporter. Writes the errors that belong to no test (an unhandled rejection, a lost worker),
// which the JSON reporter leaves out, to the file that UNHANDLED_ERRORS names: [{ file?, message }].
import { writeFileSync } from 'node:fs'

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const found = errors.map((error) => ({ file: error.VITEST_TEST_PATH, message: error.message }))
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(found))
  }
}
