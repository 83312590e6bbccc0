/** Time to live of tokens in seconds from their creation, and how long a refresh can be repeated with its key. */
export type TokenLives = { accessTokenSeconds: number; refreshTokenSeconds: number; refreshRepeatSeconds: number };

/** The tokens of a client. Each text is `<id>|<secret>`; only the SHA-256 of the secret is stored. */
export type TokenPair = { userId: number; accessToken: string; refreshToken: string };
