/** The text of the gazetteer. */
export declare const makePlaces: () => string
