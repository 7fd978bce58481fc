# Bodies so long that they are compiled in another way: a display of names, a function of objects, one with a loop in C, a class body.
import math

NAMES = {
    'a0': [math.cos, 0], 'a1': [math.sin, 1], 'a2': [math.cos, 2], 'a3': [math.sin, 3], 'a4': [math.cos, 4], 'a5': [math.sin, 5],
    'a6': [math.cos, 6], 'a7': [math.sin, 7], 'a8': [math.cos, 8], 'a9': [math.sin, 9], 'a10': [math.cos, 10], 'a11': [math.sin, 11],
    'a12': [math.cos, 12], 'a13': [math.sin, 13], 'a14': [math.cos, 14], 'a15': [math.sin, 15], 'a16': [math.cos, 16], 'a17': [math.sin, 17],
    'a18': [math.cos, 18], 'a19': [math.sin, 19], 'a20': [math.cos, 20], 'a21': [math.sin, 21], 'a22': [math.cos, 22], 'a23': [math.sin, 23],
    'a24': [math.cos, 24], 'a25': [math.sin, 25], 'a26': [math.cos, 26], 'a27': [math.sin, 27], 'a28': [math.cos, 28], 'a29': [math.sin, 29],
    'a30': [math.cos, 30], 'a31': [math.sin, 31], 'a32': [math.cos, 32], 'a33': [math.sin, 33], 'a34': [math.cos, 34], 'a35': [math.sin, 35],
    'a36': [math.cos, 36], 'a37': [math.sin, 37], 'a38': [math.cos, 38], 'a39': [math.sin, 39], 'a40': [math.cos, 40], 'a41': [math.sin, 41],
    'a42': [math.cos, 42], 'a43': [math.sin, 43], 'a44': [math.cos, 44], 'a45': [math.sin, 45], 'a46': [math.cos, 46], 'a47': [math.sin, 47],
    'a48': [math.cos, 48], 'a49': [math.sin, 49], 'a50': [math.cos, 50], 'a51': [math.sin, 51], 'a52': [math.cos, 52], 'a53': [math.sin, 53],
    'a54': [math.cos, 54], 'a55': [math.sin, 55], 'a56': [math.cos, 56], 'a57': [math.sin, 57], 'a58': [math.cos, 58], 'a59': [math.sin, 59],
    'a60': [math.cos, 60], 'a61': [math.sin, 61], 'a62': [math.cos, 62], 'a63': [math.sin, 63], 'a64': [math.cos, 64], 'a65': [math.sin, 65],
    'a66': [math.cos, 66], 'a67': [math.sin, 67], 'a68': [math.cos, 68], 'a69': [math.sin, 69], 'a70': [math.cos, 70], 'a71': [math.sin, 71],
    'a72': [math.cos, 72], 'a73': [math.sin, 73], 'a74': [math.cos, 74], 'a75': [math.sin, 75], 'a76': [math.cos, 76], 'a77': [math.sin, 77],
    'a78': [math.cos, 78], 'a79': [math.sin, 79], 'a80': [math.cos, 80], 'a81': [math.sin, 81], 'a82': [math.cos, 82], 'a83': [math.sin, 83],
    'a84': [math.cos, 84], 'a85': [math.sin, 85], 'a86': [math.cos, 86], 'a87': [math.sin, 87], 'a88': [math.cos, 88], 'a89': [math.sin, 89],
    'a90': [math.cos, 90], 'a91': [math.sin, 91], 'a92': [math.cos, 92], 'a93': [math.sin, 93], 'a94': [math.cos, 94], 'a95': [math.sin, 95],
    'a96': [math.cos, 96], 'a97': [math.sin, 97], 'a98': [math.cos, 98], 'a99': [math.sin, 99], 'a100': [math.cos, 100], 'a101': [math.sin, 101],
    'a102': [math.cos, 102], 'a103': [math.sin, 103], 'a104': [math.cos, 104], 'a105': [math.sin, 105], 'a106': [math.cos, 106], 'a107': [math.sin, 107],
    'a108': [math.cos, 108], 'a109': [math.sin, 109], 'a110': [math.cos, 110], 'a111': [math.sin, 111], 'a112': [math.cos, 112], 'a113': [math.sin, 113],
    'a114': [math.cos, 114], 'a115': [math.sin, 115], 'a116': [math.cos, 116], 'a117': [math.sin, 117], 'a118': [math.cos, 118], 'a119': [math.sin, 119],
    'a120': [math.cos, 120], 'a121': [math.sin, 121], 'a122': [math.cos, 122], 'a123': [math.sin, 123], 'a124': [math.cos, 124], 'a125': [math.sin, 125],
    'a126': [math.cos, 126], 'a127': [math.sin, 127], 'a128': [math.cos, 128], 'a129': [math.sin, 129], 'a130': [math.cos, 130], 'a131': [math.sin, 131],
    'a132': [math.cos, 132], 'a133': [math.sin, 133], 'a134': [math.cos, 134], 'a135': [math.sin, 135], 'a136': [math.cos, 136], 'a137': [math.sin, 137],
    'a138': [math.cos, 138], 'a139': [math.sin, 139], 'a140': [math.cos, 140], 'a141': [math.sin, 141], 'a142': [math.cos, 142], 'a143': [math.sin, 143],
    'a144': [math.cos, 144], 'a145': [math.sin, 145], 'a146': [math.cos, 146], 'a147': [math.sin, 147], 'a148': [math.cos, 148], 'a149': [math.sin, 149],
    'a150': [math.cos, 150], 'a151': [math.sin, 151], 'a152': [math.cos, 152], 'a153': [math.sin, 153], 'a154': [math.cos, 154], 'a155': [math.sin, 155],
    'a156': [math.cos, 156], 'a157': [math.sin, 157], 'a158': [math.cos, 158], 'a159': [math.sin, 159], 'a160': [math.cos, 160], 'a161': [math.sin, 161],
    'a162': [math.cos, 162], 'a163': [math.sin, 163], 'a164': [math.cos, 164], 'a165': [math.sin, 165], 'a166': [math.cos, 166], 'a167': [math.sin, 167],
    'a168': [math.cos, 168], 'a169': [math.sin, 169], 'a170': [math.cos, 170], 'a171': [math.sin, 171], 'a172': [math.cos, 172], 'a173': [math.sin, 173],
    'a174': [math.cos, 174], 'a175': [math.sin, 175], 'a176': [math.cos, 176], 'a177': [math.sin, 177], 'a178': [math.cos, 178], 'a179': [math.sin, 179],
    'a180': [math.cos, 180], 'a181': [math.sin, 181], 'a182': [math.cos, 182], 'a183': [math.sin, 183], 'a184': [math.cos, 184], 'a185': [math.sin, 185],
    'a186': [math.cos, 186], 'a187': [math.sin, 187], 'a188': [math.cos, 188], 'a189': [math.sin, 189], 'a190': [math.cos, 190], 'a191': [math.sin, 191],
    'a192': [math.cos, 192], 'a193': [math.sin, 193], 'a194': [math.cos, 194], 'a195': [math.sin, 195], 'a196': [math.cos, 196], 'a197': [math.sin, 197],
    'a198': [math.cos, 198], 'a199': [math.sin, 199], 'a200': [math.cos, 200], 'a201': [math.sin, 201], 'a202': [math.cos, 202], 'a203': [math.sin, 203],
    'a204': [math.cos, 204], 'a205': [math.sin, 205], 'a206': [math.cos, 206], 'a207': [math.sin, 207], 'a208': [math.cos, 208], 'a209': [math.sin, 209],
    'a210': [math.cos, 210], 'a211': [math.sin, 211], 'a212': [math.cos, 212], 'a213': [math.sin, 213], 'a214': [math.cos, 214], 'a215': [math.sin, 215],
    'a216': [math.cos, 216], 'a217': [math.sin, 217], 'a218': [math.cos, 218], 'a219': [math.sin, 219], 'a220': [math.cos, 220], 'a221': [math.sin, 221],
    'a222': [math.cos, 222], 'a223': [math.sin, 223], 'a224': [math.cos, 224], 'a225': [math.sin, 225], 'a226': [math.cos, 226], 'a227': [math.sin, 227],
    'a228': [math.cos, 228], 'a229': [math.sin, 229], 'a230': [math.cos, 230], 'a231': [math.sin, 231], 'a232': [math.cos, 232], 'a233': [math.sin, 233],
    'a234': [math.cos, 234], 'a235': [math.sin, 235], 'a236': [math.cos, 236], 'a237': [math.sin, 237], 'a238': [math.cos, 238], 'a239': [math.sin, 239],
}


def collects(x, Py_ssize_t stop):
    out = []
    out.append(x[0] + 0); out.append(x[1] + 1); out.append(x[2] + 2); out.append(x[3] + 3); out.append(x[4] + 4)
    if stop == 0:
        return out
    out.append(x[5] + 5); out.append(x[6] + 6); out.append(x[7] + 7); out.append(x[8] + 8); out.append(x[9] + 9)
    out.append(x[10] + 10); out.append(x[11] + 11); out.append(x[12] + 12); out.append(x[13] + 13); out.append(x[14] + 14)
    out.append(x[15] + 15); out.append(x[16] + 16); out.append(x[17] + 17); out.append(x[18] + 18); out.append(x[19] + 19)
    out.append(x[20] + 20); out.append(x[21] + 21); out.append(x[22] + 22); out.append(x[23] + 23); out.append(x[24] + 24)
    out.append(x[25] + 25); out.append(x[26] + 26); out.append(x[27] + 27); out.append(x[28] + 28); out.append(x[29] + 29)
    out.append(x[30] + 30); out.append(x[31] + 31); out.append(x[32] + 32); out.append(x[33] + 33); out.append(x[34] + 34)
    out.append(x[35] + 35); out.append(x[36] + 36); out.append(x[37] + 37); out.append(x[38] + 38); out.append(x[39] + 39)
    out.append(x[40] + 40); out.append(x[41] + 41); out.append(x[42] + 42); out.append(x[43] + 43); out.append(x[44] + 44)
    out.append(x[45] + 45); out.append(x[46] + 46); out.append(x[47] + 47); out.append(x[48] + 48); out.append(x[49] + 49)
    out.append(x[50] + 50); out.append(x[51] + 51); out.append(x[52] + 52); out.append(x[53] + 53); out.append(x[54] + 54)
    out.append(x[55] + 55); out.append(x[56] + 56); out.append(x[57] + 57); out.append(x[58] + 58); out.append(x[59] + 59)
    out.append(x[60] + 60); out.append(x[61] + 61); out.append(x[62] + 62); out.append(x[63] + 63); out.append(x[64] + 64)
    out.append(x[65] + 65); out.append(x[66] + 66); out.append(x[67] + 67); out.append(x[68] + 68); out.append(x[69] + 69)
    out.append(x[70] + 70); out.append(x[71] + 71); out.append(x[72] + 72); out.append(x[73] + 73); out.append(x[74] + 74)
    out.append(x[75] + 75); out.append(x[76] + 76); out.append(x[77] + 77); out.append(x[78] + 78); out.append(x[79] + 79)
    out.append(x[80] + 80); out.append(x[81] + 81); out.append(x[82] + 82); out.append(x[83] + 83); out.append(x[84] + 84)
    if stop == 80:
        return out
    out.append(x[85] + 85); out.append(x[86] + 86); out.append(x[87] + 87); out.append(x[88] + 88); out.append(x[89] + 89)
    out.append(x[90] + 90); out.append(x[91] + 91); out.append(x[92] + 92); out.append(x[93] + 93); out.append(x[94] + 94)
    out.append(x[95] + 95); out.append(x[96] + 96); out.append(x[97] + 97); out.append(x[98] + 98); out.append(x[99] + 99)
    out.append(x[100] + 100); out.append(x[101] + 101); out.append(x[102] + 102); out.append(x[103] + 103); out.append(x[104] + 104)
    out.append(x[105] + 105); out.append(x[106] + 106); out.append(x[107] + 107); out.append(x[108] + 108); out.append(x[109] + 109)
    out.append(x[110] + 110); out.append(x[111] + 111); out.append(x[112] + 112); out.append(x[113] + 113); out.append(x[114] + 114)
    out.append(x[115] + 115); out.append(x[116] + 116); out.append(x[117] + 117); out.append(x[118] + 118); out.append(x[119] + 119)
    out.append(x[120] + 120); out.append(x[121] + 121); out.append(x[122] + 122); out.append(x[123] + 123); out.append(x[124] + 124)
    out.append(x[125] + 125); out.append(x[126] + 126); out.append(x[127] + 127); out.append(x[128] + 128); out.append(x[129] + 129)
    out.append(x[130] + 130); out.append(x[131] + 131); out.append(x[132] + 132); out.append(x[133] + 133); out.append(x[134] + 134)
    out.append(x[135] + 135); out.append(x[136] + 136); out.append(x[137] + 137); out.append(x[138] + 138); out.append(x[139] + 139)
    out.append(x[140] + 140); out.append(x[141] + 141); out.append(x[142] + 142); out.append(x[143] + 143); out.append(x[144] + 144)
    out.append(x[145] + 145); out.append(x[146] + 146); out.append(x[147] + 147); out.append(x[148] + 148); out.append(x[149] + 149)
    out.append(x[150] + 150); out.append(x[151] + 151); out.append(x[152] + 152); out.append(x[153] + 153); out.append(x[154] + 154)
    out.append(x[155] + 155); out.append(x[156] + 156); out.append(x[157] + 157); out.append(x[158] + 158); out.append(x[159] + 159)
    out.append(x[160] + 160); out.append(x[161] + 161); out.append(x[162] + 162); out.append(x[163] + 163); out.append(x[164] + 164)
    if stop == 160:
        return out
    out.append(x[165] + 165); out.append(x[166] + 166); out.append(x[167] + 167); out.append(x[168] + 168); out.append(x[169] + 169)
    out.append(x[170] + 170); out.append(x[171] + 171); out.append(x[172] + 172); out.append(x[173] + 173); out.append(x[174] + 174)
    out.append(x[175] + 175); out.append(x[176] + 176); out.append(x[177] + 177); out.append(x[178] + 178); out.append(x[179] + 179)
    out.append(x[180] + 180); out.append(x[181] + 181); out.append(x[182] + 182); out.append(x[183] + 183); out.append(x[184] + 184)
    out.append(x[185] + 185); out.append(x[186] + 186); out.append(x[187] + 187); out.append(x[188] + 188); out.append(x[189] + 189)
    out.append(x[190] + 190); out.append(x[191] + 191); out.append(x[192] + 192); out.append(x[193] + 193); out.append(x[194] + 194)
    out.append(x[195] + 195); out.append(x[196] + 196); out.append(x[197] + 197); out.append(x[198] + 198); out.append(x[199] + 199)
    out.append(x[200] + 200); out.append(x[201] + 201); out.append(x[202] + 202); out.append(x[203] + 203); out.append(x[204] + 204)
    out.append(x[205] + 205); out.append(x[206] + 206); out.append(x[207] + 207); out.append(x[208] + 208); out.append(x[209] + 209)
    out.append(x[210] + 210); out.append(x[211] + 211); out.append(x[212] + 212); out.append(x[213] + 213); out.append(x[214] + 214)
    out.append(x[215] + 215); out.append(x[216] + 216); out.append(x[217] + 217); out.append(x[218] + 218); out.append(x[219] + 219)
    out.append(x[220] + 220); out.append(x[221] + 221); out.append(x[222] + 222); out.append(x[223] + 223); out.append(x[224] + 224)
    out.append(x[225] + 225); out.append(x[226] + 226); out.append(x[227] + 227); out.append(x[228] + 228); out.append(x[229] + 229)
    out.append(x[230] + 230); out.append(x[231] + 231); out.append(x[232] + 232); out.append(x[233] + 233); out.append(x[234] + 234)
    out.append(x[235] + 235); out.append(x[236] + 236); out.append(x[237] + 237); out.append(x[238] + 238); out.append(x[239] + 239)
    out.append(x[240] + 240); out.append(x[241] + 241); out.append(x[242] + 242); out.append(x[243] + 243); out.append(x[244] + 244)
    if stop == 240:
        return out
    out.append(x[245] + 245); out.append(x[246] + 246); out.append(x[247] + 247); out.append(x[248] + 248); out.append(x[249] + 249)
    out.append(x[250] + 250); out.append(x[251] + 251); out.append(x[252] + 252); out.append(x[253] + 253); out.append(x[254] + 254)
    out.append(x[255] + 255); out.append(x[256] + 256); out.append(x[257] + 257); out.append(x[258] + 258); out.append(x[259] + 259)
    out.append(x[260] + 260); out.append(x[261] + 261); out.append(x[262] + 262); out.append(x[263] + 263); out.append(x[264] + 264)
    out.append(x[265] + 265); out.append(x[266] + 266); out.append(x[267] + 267); out.append(x[268] + 268); out.append(x[269] + 269)
    out.append(x[270] + 270); out.append(x[271] + 271); out.append(x[272] + 272); out.append(x[273] + 273); out.append(x[274] + 274)
    out.append(x[275] + 275); out.append(x[276] + 276); out.append(x[277] + 277); out.append(x[278] + 278); out.append(x[279] + 279)
    out.append(x[280] + 280); out.append(x[281] + 281); out.append(x[282] + 282); out.append(x[283] + 283); out.append(x[284] + 284)
    out.append(x[285] + 285); out.append(x[286] + 286); out.append(x[287] + 287); out.append(x[288] + 288); out.append(x[289] + 289)
    out.append(x[290] + 290); out.append(x[291] + 291); out.append(x[292] + 292); out.append(x[293] + 293); out.append(x[294] + 294)
    out.append(x[295] + 295); out.append(x[296] + 296); out.append(x[297] + 297); out.append(x[298] + 298); out.append(x[299] + 299)
    out.append(x[300] + 300); out.append(x[301] + 301); out.append(x[302] + 302); out.append(x[303] + 303); out.append(x[304] + 304)
    out.append(x[305] + 305); out.append(x[306] + 306); out.append(x[307] + 307); out.append(x[308] + 308); out.append(x[309] + 309)
    out.append(x[310] + 310); out.append(x[311] + 311); out.append(x[312] + 312); out.append(x[313] + 313); out.append(x[314] + 314)
    out.append(x[315] + 315); out.append(x[316] + 316); out.append(x[317] + 317); out.append(x[318] + 318); out.append(x[319] + 319)
    return out


def catches(x):
    out = []
    for item in x:
        try:
            out.append(item['k0']); out.append(item['k1']); out.append(item['k2'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k3']); out.append(item['k4']); out.append(item['k5'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k6']); out.append(item['k7']); out.append(item['k8'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k9']); out.append(item['k10']); out.append(item['k11'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k12']); out.append(item['k13']); out.append(item['k14'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k15']); out.append(item['k16']); out.append(item['k17'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k18']); out.append(item['k19']); out.append(item['k20'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k21']); out.append(item['k22']); out.append(item['k23'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k24']); out.append(item['k25']); out.append(item['k26'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k27']); out.append(item['k28']); out.append(item['k29'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k30']); out.append(item['k31']); out.append(item['k32'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k33']); out.append(item['k34']); out.append(item['k35'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k36']); out.append(item['k37']); out.append(item['k38'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k39']); out.append(item['k40']); out.append(item['k41'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k42']); out.append(item['k43']); out.append(item['k44'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k45']); out.append(item['k46']); out.append(item['k47'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k48']); out.append(item['k49']); out.append(item['k50'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k51']); out.append(item['k52']); out.append(item['k53'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k54']); out.append(item['k55']); out.append(item['k56'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k57']); out.append(item['k58']); out.append(item['k59'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k60']); out.append(item['k61']); out.append(item['k62'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k63']); out.append(item['k64']); out.append(item['k65'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k66']); out.append(item['k67']); out.append(item['k68'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k69']); out.append(item['k70']); out.append(item['k71'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k72']); out.append(item['k73']); out.append(item['k74'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k75']); out.append(item['k76']); out.append(item['k77'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k78']); out.append(item['k79']); out.append(item['k80'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k81']); out.append(item['k82']); out.append(item['k83'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k84']); out.append(item['k85']); out.append(item['k86'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k87']); out.append(item['k88']); out.append(item['k89'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k90']); out.append(item['k91']); out.append(item['k92'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k93']); out.append(item['k94']); out.append(item['k95'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k96']); out.append(item['k97']); out.append(item['k98'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k99']); out.append(item['k100']); out.append(item['k101'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k102']); out.append(item['k103']); out.append(item['k104'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k105']); out.append(item['k106']); out.append(item['k107'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k108']); out.append(item['k109']); out.append(item['k110'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k111']); out.append(item['k112']); out.append(item['k113'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k114']); out.append(item['k115']); out.append(item['k116'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k117']); out.append(item['k118']); out.append(item['k119'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k120']); out.append(item['k121']); out.append(item['k122'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k123']); out.append(item['k124']); out.append(item['k125'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k126']); out.append(item['k127']); out.append(item['k128'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k129']); out.append(item['k130']); out.append(item['k131'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k132']); out.append(item['k133']); out.append(item['k134'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k135']); out.append(item['k136']); out.append(item['k137'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k138']); out.append(item['k139']); out.append(item['k140'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k141']); out.append(item['k142']); out.append(item['k143'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k144']); out.append(item['k145']); out.append(item['k146'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k147']); out.append(item['k148']); out.append(item['k149'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k150']); out.append(item['k151']); out.append(item['k152'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k153']); out.append(item['k154']); out.append(item['k155'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k156']); out.append(item['k157']); out.append(item['k158'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k159']); out.append(item['k160']); out.append(item['k161'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k162']); out.append(item['k163']); out.append(item['k164'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k165']); out.append(item['k166']); out.append(item['k167'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k168']); out.append(item['k169']); out.append(item['k170'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k171']); out.append(item['k172']); out.append(item['k173'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k174']); out.append(item['k175']); out.append(item['k176'])
        except KeyError as error:
            out.append(str(error))
        try:
            out.append(item['k177']); out.append(item['k178']); out.append(item['k179'])
        except KeyError as error:
            out.append(str(error))
    return out


def sums(double[::1] x, names):
    cdef Py_ssize_t i
    cdef double s = 0
    value = names
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    value = value + x[6]; value = value + x[0]; value = value + x[1]; value = value + x[2]
    value = value + x[3]; value = value + x[4]; value = value + x[5]; value = value + x[6]
    value = value + x[0]; value = value + x[1]; value = value + x[2]; value = value + x[3]
    value = value + x[4]; value = value + x[5]; value = value + x[6]; value = value + x[0]
    value = value + x[1]; value = value + x[2]; value = value + x[3]; value = value + x[4]
    value = value + x[5]; value = value + x[6]; value = value + x[0]; value = value + x[1]
    value = value + x[2]; value = value + x[3]; value = value + x[4]; value = value + x[5]
    for i in range(x.shape[0]):
        s += x[i] * x[i]
    return value, s


def replaces(a, b):
    cdef object t
    t = a + b; a = b; b = t; b = b % 1000003  # 0
    t = a + b; a = b; b = t; b = b % 1000003  # 4
    t = a + b; a = b; b = t; b = b % 1000003  # 8
    t = a + b; a = b; b = t; b = b % 1000003  # 12
    t = a + b; a = b; b = t; b = b % 1000003  # 16
    t = a + b; a = b; b = t; b = b % 1000003  # 20
    t = a + b; a = b; b = t; b = b % 1000003  # 24
    t = a + b; a = b; b = t; b = b % 1000003  # 28
    t = a + b; a = b; b = t; b = b % 1000003  # 32
    t = a + b; a = b; b = t; b = b % 1000003  # 36
    t = a + b; a = b; b = t; b = b % 1000003  # 40
    t = a + b; a = b; b = t; b = b % 1000003  # 44
    t = a + b; a = b; b = t; b = b % 1000003  # 48
    t = a + b; a = b; b = t; b = b % 1000003  # 52
    t = a + b; a = b; b = t; b = b % 1000003  # 56
    t = a + b; a = b; b = t; b = b % 1000003  # 60
    t = a + b; a = b; b = t; b = b % 1000003  # 64
    t = a + b; a = b; b = t; b = b % 1000003  # 68
    t = a + b; a = b; b = t; b = b % 1000003  # 72
    t = a + b; a = b; b = t; b = b % 1000003  # 76
    t = a + b; a = b; b = t; b = b % 1000003  # 80
    t = a + b; a = b; b = t; b = b % 1000003  # 84
    t = a + b; a = b; b = t; b = b % 1000003  # 88
    t = a + b; a = b; b = t; b = b % 1000003  # 92
    t = a + b; a = b; b = t; b = b % 1000003  # 96
    t = a + b; a = b; b = t; b = b % 1000003  # 100
    t = a + b; a = b; b = t; b = b % 1000003  # 104
    t = a + b; a = b; b = t; b = b % 1000003  # 108
    t = a + b; a = b; b = t; b = b % 1000003  # 112
    t = a + b; a = b; b = t; b = b % 1000003  # 116
    t = a + b; a = b; b = t; b = b % 1000003  # 120
    t = a + b; a = b; b = t; b = b % 1000003  # 124
    t = a + b; a = b; b = t; b = b % 1000003  # 128
    t = a + b; a = b; b = t; b = b % 1000003  # 132
    t = a + b; a = b; b = t; b = b % 1000003  # 136
    t = a + b; a = b; b = t; b = b % 1000003  # 140
    t = a + b; a = b; b = t; b = b % 1000003  # 144
    t = a + b; a = b; b = t; b = b % 1000003  # 148
    t = a + b; a = b; b = t; b = b % 1000003  # 152
    t = a + b; a = b; b = t; b = b % 1000003  # 156
    t = a + b; a = b; b = t; b = b % 1000003  # 160
    t = a + b; a = b; b = t; b = b % 1000003  # 164
    t = a + b; a = b; b = t; b = b % 1000003  # 168
    t = a + b; a = b; b = t; b = b % 1000003  # 172
    t = a + b; a = b; b = t; b = b % 1000003  # 176
    t = a + b; a = b; b = t; b = b % 1000003  # 180
    t = a + b; a = b; b = t; b = b % 1000003  # 184
    t = a + b; a = b; b = t; b = b % 1000003  # 188
    t = a + b; a = b; b = t; b = b % 1000003  # 192
    t = a + b; a = b; b = t; b = b % 1000003  # 196
    t = a + b; a = b; b = t; b = b % 1000003  # 200
    t = a + b; a = b; b = t; b = b % 1000003  # 204
    t = a + b; a = b; b = t; b = b % 1000003  # 208
    t = a + b; a = b; b = t; b = b % 1000003  # 212
    t = a + b; a = b; b = t; b = b % 1000003  # 216
    t = a + b; a = b; b = t; b = b % 1000003  # 220
    t = a + b; a = b; b = t; b = b % 1000003  # 224
    t = a + b; a = b; b = t; b = b % 1000003  # 228
    t = a + b; a = b; b = t; b = b % 1000003  # 232
    t = a + b; a = b; b = t; b = b % 1000003  # 236
    t = a + b; a = b; b = t; b = b % 1000003  # 240
    t = a + b; a = b; b = t; b = b % 1000003  # 244
    t = a + b; a = b; b = t; b = b % 1000003  # 248
    t = a + b; a = b; b = t; b = b % 1000003  # 252
    t = a + b; a = b; b = t; b = b % 1000003  # 256
    t = a + b; a = b; b = t; b = b % 1000003  # 260
    t = a + b; a = b; b = t; b = b % 1000003  # 264
    t = a + b; a = b; b = t; b = b % 1000003  # 268
    t = a + b; a = b; b = t; b = b % 1000003  # 272
    t = a + b; a = b; b = t; b = b % 1000003  # 276
    return a, b


class Long:
    f0 = math.floor(0.5); f1 = math.floor(1.5); f2 = math.floor(2.5)
    f3 = math.floor(3.5); f4 = math.floor(4.5); f5 = math.floor(5.5)
    f6 = math.floor(6.5); f7 = math.floor(7.5); f8 = math.floor(8.5)
    f9 = math.floor(9.5); f10 = math.floor(10.5); f11 = math.floor(11.5)
    f12 = math.floor(12.5); f13 = math.floor(13.5); f14 = math.floor(14.5)
    f15 = math.floor(15.5); f16 = math.floor(16.5); f17 = math.floor(17.5)
    f18 = math.floor(18.5); f19 = math.floor(19.5); f20 = math.floor(20.5)
    f21 = math.floor(21.5); f22 = math.floor(22.5); f23 = math.floor(23.5)
    f24 = math.floor(24.5); f25 = math.floor(25.5); f26 = math.floor(26.5)
    f27 = math.floor(27.5); f28 = math.floor(28.5); f29 = math.floor(29.5)
    f30 = math.floor(30.5); f31 = math.floor(31.5); f32 = math.floor(32.5)
    f33 = math.floor(33.5); f34 = math.floor(34.5); f35 = math.floor(35.5)
    f36 = math.floor(36.5); f37 = math.floor(37.5); f38 = math.floor(38.5)
    f39 = math.floor(39.5); f40 = math.floor(40.5); f41 = math.floor(41.5)
    f42 = math.floor(42.5); f43 = math.floor(43.5); f44 = math.floor(44.5)
    f45 = math.floor(45.5); f46 = math.floor(46.5); f47 = math.floor(47.5)
    f48 = math.floor(48.5); f49 = math.floor(49.5); f50 = math.floor(50.5)
    f51 = math.floor(51.5); f52 = math.floor(52.5); f53 = math.floor(53.5)
    f54 = math.floor(54.5); f55 = math.floor(55.5); f56 = math.floor(56.5)
    f57 = math.floor(57.5); f58 = math.floor(58.5); f59 = math.floor(59.5)
    f60 = math.floor(60.5); f61 = math.floor(61.5); f62 = math.floor(62.5)
    f63 = math.floor(63.5); f64 = math.floor(64.5); f65 = math.floor(65.5)
    f66 = math.floor(66.5); f67 = math.floor(67.5); f68 = math.floor(68.5)
    f69 = math.floor(69.5); f70 = math.floor(70.5); f71 = math.floor(71.5)
    f72 = math.floor(72.5); f73 = math.floor(73.5); f74 = math.floor(74.5)
    f75 = math.floor(75.5); f76 = math.floor(76.5); f77 = math.floor(77.5)
    f78 = math.floor(78.5); f79 = math.floor(79.5); f80 = math.floor(80.5)
    f81 = math.floor(81.5); f82 = math.floor(82.5); f83 = math.floor(83.5)
    f84 = math.floor(84.5); f85 = math.floor(85.5); f86 = math.floor(86.5)
    f87 = math.floor(87.5); f88 = math.floor(88.5); f89 = math.floor(89.5)
    f90 = math.floor(90.5); f91 = math.floor(91.5); f92 = math.floor(92.5)
    f93 = math.floor(93.5); f94 = math.floor(94.5); f95 = math.floor(95.5)
    f96 = math.floor(96.5); f97 = math.floor(97.5); f98 = math.floor(98.5)
    f99 = math.floor(99.5); f100 = math.floor(100.5); f101 = math.floor(101.5)
    f102 = math.floor(102.5); f103 = math.floor(103.5); f104 = math.floor(104.5)
    f105 = math.floor(105.5); f106 = math.floor(106.5); f107 = math.floor(107.5)
    f108 = math.floor(108.5); f109 = math.floor(109.5); f110 = math.floor(110.5)
    f111 = math.floor(111.5); f112 = math.floor(112.5); f113 = math.floor(113.5)
    f114 = math.floor(114.5); f115 = math.floor(115.5); f116 = math.floor(116.5)
    f117 = math.floor(117.5); f118 = math.floor(118.5); f119 = math.floor(119.5)
    f120 = math.floor(120.5); f121 = math.floor(121.5); f122 = math.floor(122.5)
    f123 = math.floor(123.5); f124 = math.floor(124.5); f125 = math.floor(125.5)
    f126 = math.floor(126.5); f127 = math.floor(127.5); f128 = math.floor(128.5)
    f129 = math.floor(129.5); f130 = math.floor(130.5); f131 = math.floor(131.5)
    f132 = math.floor(132.5); f133 = math.floor(133.5); f134 = math.floor(134.5)
    f135 = math.floor(135.5); f136 = math.floor(136.5); f137 = math.floor(137.5)
    f138 = math.floor(138.5); f139 = math.floor(139.5); f140 = math.floor(140.5)
    f141 = math.floor(141.5); f142 = math.floor(142.5); f143 = math.floor(143.5)
    f144 = math.floor(144.5); f145 = math.floor(145.5); f146 = math.floor(146.5)
    f147 = math.floor(147.5); f148 = math.floor(148.5); f149 = math.floor(149.5)
    f150 = math.floor(150.5); f151 = math.floor(151.5); f152 = math.floor(152.5)
    f153 = math.floor(153.5); f154 = math.floor(154.5); f155 = math.floor(155.5)
    f156 = math.floor(156.5); f157 = math.floor(157.5); f158 = math.floor(158.5)
    f159 = math.floor(159.5); f160 = math.floor(160.5); f161 = math.floor(161.5)
    f162 = math.floor(162.5); f163 = math.floor(163.5); f164 = math.floor(164.5)
    f165 = math.floor(165.5); f166 = math.floor(166.5); f167 = math.floor(167.5)
    f168 = math.floor(168.5); f169 = math.floor(169.5); f170 = math.floor(170.5)
    f171 = math.floor(171.5); f172 = math.floor(172.5); f173 = math.floor(173.5)
    f174 = math.floor(174.5); f175 = math.floor(175.5); f176 = math.floor(176.5)
    f177 = math.floor(177.5); f178 = math.floor(178.5); f179 = math.floor(179.5)
    f180 = math.floor(180.5); f181 = math.floor(181.5); f182 = math.floor(182.5)
    f183 = math.floor(183.5); f184 = math.floor(184.5); f185 = math.floor(185.5)
    f186 = math.floor(186.5); f187 = math.floor(187.5); f188 = math.floor(188.5)
    f189 = math.floor(189.5); f190 = math.floor(190.5); f191 = math.floor(191.5)
    f192 = math.floor(192.5); f193 = math.floor(193.5); f194 = math.floor(194.5)
    f195 = math.floor(195.5); f196 = math.floor(196.5); f197 = math.floor(197.5)
    f198 = math.floor(198.5); f199 = math.floor(199.5); f200 = math.floor(200.5)
    f201 = math.floor(201.5); f202 = math.floor(202.5); f203 = math.floor(203.5)
    f204 = math.floor(204.5); f205 = math.floor(205.5); f206 = math.floor(206.5)
    f207 = math.floor(207.5); f208 = math.floor(208.5); f209 = math.floor(209.5)
