/** Imported first: the workers' policy allows no eval, so zod must not try where it is read. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
