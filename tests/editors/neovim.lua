-- Neovim without a screen: diagnostics, a hover, a definition and a fix that changes the buffer.
--   OFFCY=... nvim --headless -u NONE -l neovim.lua FILE      (before 0.9: -c 'luafile neovim.lua' FILE)

local function check(fine, words)
  if not fine then
    io.stderr:write('neovim: ' .. words .. '\n')
    vim.cmd('cquit 1')
  end
end

local function wait(words, is_done)
  check(vim.wait(60000, is_done, 20), 'waited in vain for ' .. words)
end

local function main()
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'offcy', cmd = { vim.env.OFFCY, 'lsp' }, root_dir = vim.fn.getcwd() })
  check(id, 'the server does not start')
  vim.lsp.buf_attach_client(buffer, id)

  local function codes()
    local found = {}
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      table.insert(found, one.code or one.user_data.lsp.code)
    end
    table.sort(found)
    return table.concat(found, ' ')
  end
  wait('diagnostics', function() return codes() == 'OFC0101 OFC1001' end)

  local function ask(method, line, column)
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = column } }
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
    return answers and answers[id] and answers[id].result
  end
  local hover = ask('textDocument/hover', 6, 8)
  check(hover and hover.contents.value:find('D: double[::1]', 1, true), 'no type: ' .. vim.inspect(hover))
  local found = ask('textDocument/definition', 6, 20)
  check(found and found.range.start.line == 3, 'no definition: ' .. vim.inspect(found))

  local advice = vim.tbl_filter(function(one) return one.severity == vim.diagnostic.severity.INFO end, vim.diagnostic.get(buffer))[1]
  local range = advice.user_data.lsp.range or {
    start = { line = advice.lnum, character = advice.col }, ['end'] = { line = advice.end_lnum, character = advice.end_col },
  }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer), range = range, context = { diagnostics = {}, only = { 'quickfix' } },
  }
  local actions = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 60000)[id].result
  vim.lsp.util.apply_workspace_edit(actions[1].edit, vim.lsp.get_client_by_id(id).offset_encoding)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  check(text:find("    with device({x: 'tofrom'}):\n        for turn in range", 1, true), 'no fix: ' .. text)
  wait('the diagnostic to go', function() return codes() == 'OFC0101' end)

  vim.api.nvim_buf_delete(buffer, { force = true })
  vim.lsp.stop_client(id)
  wait('the server to end', function() return vim.lsp.get_client_by_id(id) == nil end)
  print('neovim: diagnostics, hover, definition and a fix\n')
  vim.cmd('qall!')
end

local fine, words = xpcall(main, debug.traceback)
check(fine, words)
