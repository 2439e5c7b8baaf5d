/** A JSON file of the build. */
export const loadJson = async (address: string): Promise<unknown> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}
