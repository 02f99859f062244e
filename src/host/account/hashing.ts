import { hash, verify, type Options } from '@node-rs/argon2';

/** Hashes passwords; tests count its calls. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  /** `stored` null: an unknown account. It takes as long, and answers false. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** The library's default is argon2id; with 19 MiB, two passes and one lane: the least that OWASP's password storage page names. */
const OPTIONS: Options = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** argon2id. A name that nobody has is checked against the hash of a password that nobody has. */
export async function argon2Hashing(randomPassword: string): Promise<PasswordHashing> {
  const nobody = await hash(randomPassword, OPTIONS);
  return {
    hash: (password) => hash(password, OPTIONS),
    verify: async (stored, password) => {
      const right = await verify(stored ?? nobody, password);
      return stored !== null && right;
    },
  };
}
