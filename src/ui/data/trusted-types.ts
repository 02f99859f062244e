interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/**
 * Lets this page start its own workers under enforced Trusted Types: the policy `default` passes
 * addresses of this origin and refuses all others. Called once, before anything else.
 */
export function installTrustedTypes(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError(`Scripts of another origin are not loaded: ${url}`);
    },
  });
}
