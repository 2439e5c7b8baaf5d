// Who is written to hears of it once more.
export const one = 1

/** Answers how to give the turn up. */
export const two = 2

// Returns the members of the conversation.
export const three = 3

// The service is away.
export const four = 4
