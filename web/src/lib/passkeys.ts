/** Passkeys: what the server and the browser say to each other, as JSON. */
import { post, Refusal } from "./api/http";
import { t } from "./texts/people";

type Json = Record<string, unknown>;

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0)).buffer;
const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** A browser makes passkeys only over TLS or on this very machine. */
export const possible = (): boolean => window.isSecureContext && "credentials" in navigator && "PublicKeyCredential" in window;

/** What the browser says no to is told as a refusal: an address of numbers has no passkeys, and whoever has them may decline. */
async function asked(what: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await what) as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const code = error.name === "SecurityError" ? "passkey.name" : "passkey.stopped";
    const here = new URL(location.href);
    here.hostname = "localhost";
    throw new Refusal({ code, clause: "", facts: {}, text: t(code, { address: here.href }) });
  }
}

interface Named {
  id: string;
  type: "public-key";
}
const named = (rows: unknown): PublicKeyCredentialDescriptor[] =>
  ((rows as Named[] | undefined) ?? []).map((one) => ({ type: "public-key", id: bytes(one.id) }));

/** Make a passkey by these options. */
export async function make(options: Json): Promise<Json> {
  const user = options["user"] as { id: string; name: string; displayName: string };
  const made = await asked(navigator.credentials.create({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(options["challenge"] as string),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: named(options["excludeCredentials"]),
    },
  }));
  const response = made.response as AuthenticatorAttestationResponse;
  return whole(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
  });
}

/** Have a passkey sign by these options. */
export async function use(options: Json): Promise<Json> {
  const given = await asked(navigator.credentials.get({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(options["challenge"] as string),
      allowCredentials: named(options["allowCredentials"]),
    },
  }));
  const response = given.response as AuthenticatorAssertionResponse;
  return whole(given, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  });
}

const whole = (made: PublicKeyCredential, response: Json): Json => ({ id: made.id, rawId: made.id, type: made.type, response });

/** Sign something that stands in the log. */
export async function sign(subject: string): Promise<unknown> {
  const credential = await use(await post<Json>("/api/signatures/options", { subject }));
  return post("/api/signatures", { subject, credential });
}
