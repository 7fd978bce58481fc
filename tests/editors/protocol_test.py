"""The server on its standard streams, for clients with what Visual Studio Code, Neovim and Emacs can do (pytest-lsp)."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SAMPLE = (pathlib.Path(__file__).parent / "sample.pyx").read_text()
CLIENTS = ["visual-studio-code", "neovim@0.7.0", "neovim@0.11.0", "emacs"]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["OFFCY"], "lsp"]), params=CLIENTS)
async def client(request, lsp_client: LanguageClient):
    # Files are watched by those who can.
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await lsp_client.initialize_session(types.InitializeParams(capabilities=client_capabilities(request.param)))
    yield
    await lsp_client.shutdown_session()


async def opened(client, folder, text=SAMPLE):
    uri = (folder / "sample.pyx").as_uri()
    document = types.TextDocumentItem(uri=uri, language_id="cython", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return uri


def document(uri):
    return types.TextDocumentIdentifier(uri=uri)


WHOLE = types.Range(types.Position(0, 0), types.Position(1000, 0))


@pytest.mark.asyncio
async def test_diagnostics_come_and_go(client, tmp_path):
    uri = await opened(client, tmp_path)
    assert [one.code for one in client.diagnostics[uri]] == ["OFC1001", "OFC0101"]
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(18, 11), types.Position(18, 18)), text="None"
    )
    versioned = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    client.text_document_did_change(types.DidChangeTextDocumentParams(versioned, [change]))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [one.code for one in client.diagnostics[uri]] == ["OFC1001"]
    client.text_document_did_close(types.DidCloseTextDocumentParams(document(uri)))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert list(client.diagnostics[uri]) == []


@pytest.mark.asyncio
async def test_questions_are_answered(client, tmp_path):
    uri = await opened(client, tmp_path)
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document(uri), WHOLE))
    assert hints[0].label.startswith("X: to, D: from if "), hints
    hover = await client.text_document_hover_async(types.HoverParams(document(uri), types.Position(6, 8)))
    assert "D: double[::1]" in hover.contents.value and "every element is written" in hover.contents.value
    found = await client.text_document_definition_async(types.DefinitionParams(document(uri), types.Position(6, 20)))
    assert found.range.start == types.Position(3, 24)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri)))
    assert [symbol.name for symbol in symbols] == ["doubled", "often", "wrong"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
    assert tokens.data and len(tokens.data) % 5 == 0


@pytest.mark.asyncio
async def test_a_fix_is_offered_for_what_it_fixes(client, tmp_path):
    uri = await opened(client, tmp_path)
    advice = next(one for one in client.diagnostics[uri] if one.code == "OFC1001")
    params = types.CodeActionParams(document(uri), advice.range, types.CodeActionContext([advice]))
    actions = await client.text_document_code_action_async(params)
    fix = next(action for action in actions if action.kind == "quickfix")
    assert fix.title == "keep `x` on the device while the loop runs" and fix.is_preferred
    assert [one.code for one in fix.diagnostics] == ["OFC1001"]
    assert "with device({x: 'tofrom'}):" in fix.edit.changes[uri][0].new_text
